//! The lines of the menu, and which place on the board each choice is picked at.
//!
//! Where there are very many choices the menu lists their kinds first, then the places that a kind is about, then what
//! can be done at the place. Whoever points at the board gets straight to the last.

use std::collections::BTreeMap;

use super::Desk;

/// A line of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuLine {
    /// Commit what was tried.
    Commit,
    /// A choice.
    Choice(usize),
    /// All choices of one kind: how many, and the first of them.
    Group(usize, usize),
    /// All choices about one place: how many, and the first of them.
    Place(usize, usize),
    /// Something that cannot be done.
    Blocked(usize),
}

/// More choices than this are listed by kind or by place.
const MANY: usize = 12;

impl Desk {
    /// The lines of the menu.
    pub fn lines(&self) -> &[MenuLine] {
        &self.lines
    }

    /// The place on the board at which a choice is picked: the one that it leads to where only choices from one place
    /// are listed, else the one that it is about.
    pub fn spot(&self, number: usize) -> Option<&str> {
        let choice = &self.choices[number];
        let from_here = choice.place.is_some() && choice.place.as_deref() == self.here();
        let toward = choice.toward.as_deref().filter(|_| from_here);
        toward.or(choice.place.as_deref())
    }

    /// The place that all listed choices start from, if they differ in where they lead.
    pub fn here(&self) -> Option<&str> {
        self.here.as_deref()
    }

    fn common_start(&self) -> Option<&str> {
        let open = (0..self.choices.len()).filter(|number| self.is_open(*number));
        let mut placed = open.map(|number| &self.choices[number]).filter(|choice| choice.place.is_some());
        let first = placed.next()?;
        let leads = placed.all(|choice| choice.place == first.place && choice.toward.is_some());
        first.place.as_deref().filter(|_| leads && first.toward.is_some())
    }

    /// The numbers of the choices that the map shows: what is listed, or stands behind the highlighted line.
    pub fn shown(&self) -> Vec<usize> {
        let kind = match self.lines.get(self.selected) {
            Some(MenuLine::Group(_, first)) => self.choices[*first].group,
            _ => None,
        };
        let shows =
            |number: &usize| self.is_open(*number) && (kind.is_none() || self.choices[*number].group == kind);
        (0..self.choices.len()).filter(shows).collect()
    }

    /// Whether a choice belongs to the kind and the place that the menu is limited to.
    fn is_open(&self, number: usize) -> bool {
        let choice = &self.choices[number];
        let placed = self.place.is_none() || choice.place == self.place;
        placed && (self.group.is_none() || choice.group == self.group)
    }

    /// Lists the choices: first what is about no place, then the places, then what cannot be done.
    pub(super) fn list(&mut self) {
        self.here = self.common_start().map(str::to_owned);
        let mut lines = self.choice_lines();
        let limited = self.place.is_some() || self.group.is_some();
        let commits = self.draft.may_commit() && !limited;
        let first = commits && (self.game().is_quiet() || lines.is_empty());
        if first {
            lines.insert(0, MenuLine::Commit);
        }
        if commits && !first {
            lines.push(MenuLine::Commit);
        }
        if !limited {
            lines.extend((0..self.blocked.len()).map(MenuLine::Blocked));
        }
        // What moves the game on comes to hand first: the commit, else a place.
        let placed = |line: &MenuLine| match line {
            MenuLine::Choice(number) => self.choices[*number].place.is_some(),
            MenuLine::Place(..) => true,
            _ => false,
        };
        self.selected = if first { 0 } else { lines.iter().position(placed).unwrap_or(0) };
        self.lines = lines;
    }

    fn choice_lines(&self) -> Vec<MenuLine> {
        let mut numbers: Vec<usize> =
            (0..self.choices.len()).filter(|number| self.is_open(*number)).collect();
        let many = numbers.len() > MANY;
        let kinds = self.choices.iter().any(|choice| choice.group != self.choices[0].group);
        if many && kinds && self.group.is_none() && self.place.is_none() {
            return folded(&numbers, |number| self.choices[number].group, MenuLine::Group);
        }
        numbers.sort_by_key(|number| self.choices[*number].place.is_some());
        if many && self.place.is_none() {
            return folded(&numbers, |number| self.choices[number].place.as_deref(), MenuLine::Place);
        }
        numbers.into_iter().map(MenuLine::Choice).collect()
    }
}

/// Choices with one line for all that have something in common, where the first of them stood.
fn folded<K: Ord>(
    numbers: &[usize],
    common: impl Fn(usize) -> Option<K>,
    line: fn(usize, usize) -> MenuLine,
) -> Vec<MenuLine> {
    let mut counts: BTreeMap<K, usize> = BTreeMap::new();
    for kind in numbers.iter().filter_map(|number| common(*number)) {
        *counts.entry(kind).or_default() += 1;
    }
    let lines = numbers.iter().filter_map(|&number| match common(number) {
        None => Some(MenuLine::Choice(number)),
        // Told with the first of its kind, not again.
        Some(kind) => match counts.remove(&kind)? {
            1 => Some(MenuLine::Choice(number)),
            count => Some(line(count, number)),
        },
    });
    lines.collect()
}
