//! A player in any language: a program that is asked by a line of JSON on its standard input for each decision and answers
//! by one on its standard output.
//!
//! It is trusted with nothing. Whatever it does instead of answering in time with something legal is a [`Fault`]: it is
//! ended and started anew for the next question, and whoever asked decides otherwise. What it writes to standard error is
//! shown as it is, for whoever works on it; not where that would spoil a screen.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use crate::engine::any_game::{ActionBytes, AnyChoice, AnyGame};
use crate::engine::game::{Notes, Turn, Viewer};
use crate::engine::seat::Seat;
use crate::table::rules::MAX_MOVE_ACTIONS;

/// The longest answer.
const MAX_ANSWER_BYTES: u64 = 64 * 1024;

/// Answers that wait to be read; a program that says more waits itself.
const MAX_WAITING: usize = 4;

/// How a program is started and how long it may think.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramPlan {
    /// The command line, as a shell takes it.
    pub command: String,
    /// The longest it may take for an answer.
    pub patience: Duration,
    /// Whether what it writes to standard error is dropped, since a screen shows where it would be seen.
    pub hushed: bool,
}

/// A program that plays. It ends with this.
#[derive(Debug)]
pub struct Program {
    plan: ProgramPlan,
    lines: Option<ProgramLines>,
    leash: Leash,
}

/// Ends a program from elsewhere, also while it is being waited for.
#[derive(Clone, Debug, Default)]
pub struct Leash(Arc<Mutex<Held>>);

/// What hangs on a leash.
#[derive(Debug, Default)]
enum Held {
    /// Nothing yet, or nothing any more.
    #[default]
    Nothing,
    Running(Child),
    /// Nothing ever again.
    Over,
}

/// Why there was no answer that could be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It does not start.
    #[error("it cannot be started: {0}")]
    NoStart(String),
    /// It has ended.
    #[error("it has ended instead of answering")]
    Ended,
    /// It took too long.
    #[error("it took longer than {:.1} s", .0.as_secs_f64())]
    Late(Duration),
    /// It said something else.
    #[error("it said {said:?}, which is no answer: {why}")]
    Nonsense {
        /// The beginning of what it said.
        said: String,
        /// What is wrong with it.
        why: String,
    },
    /// It said more than an answer holds.
    #[error("its answer is longer than {MAX_ANSWER_BYTES} bytes")]
    TooLong,
    /// It wants what cannot be done.
    #[error("it wants {wanted}, which cannot be done: {why}")]
    Illegal {
        /// What it wants.
        wanted: String,
        /// Why not.
        why: String,
    },
}

/// What is said to and by a program that runs.
#[derive(Debug)]
struct ProgramLines {
    questions: Sender<String>,
    answers: Receiver<ProgramSaid>,
}

/// What a program said.
#[derive(Debug)]
enum ProgramSaid {
    Line(Vec<u8>),
    TooLong,
}

impl Program {
    /// A program that is started when it is first asked.
    pub fn new(plan: ProgramPlan) -> Self {
        Self { plan, lines: None, leash: Leash::default() }
    }

    /// What ends it for good.
    pub fn leash(&self) -> Leash {
        self.leash.clone()
    }

    /// What the program commits for the deciding seat: legal actions of that seat's turn. It is asked on as long as the
    /// rules do not let a move end.
    pub fn decide(&mut self, game: &dyn AnyGame) -> Result<Vec<ActionBytes>, Fault> {
        let Turn::Seat(seat) = game.turn() else { return Ok(Vec::new()) };
        let (mut tried, mut actions) = (game.fork(), Vec::new());
        loop {
            let question = question(&*tried, seat, self.plan.patience).to_string();
            let room = MAX_MOVE_ACTIONS - actions.len();
            let decided = self.ask(question).and_then(|line| parse(&line, &mut *tried, seat, room));
            match decided {
                Ok(more) => actions.extend(more),
                Err(fault) => {
                    // Whatever state it is in, it must not answer the next question with this one's answer.
                    self.lines = None;
                    self.leash.let_go();
                    return Err(fault);
                }
            }
            if is_whole(&*tried, seat) {
                return Ok(actions);
            }
        }
    }

    fn ask(&mut self, question: String) -> Result<Vec<u8>, Fault> {
        let lines = match &mut self.lines {
            Some(lines) => lines,
            none => none.insert(self.leash.start(&self.plan)?),
        };
        // One that has ended is told apart by its silence.
        let _ = lines.questions.send(question);
        match lines.answers.recv_timeout(self.plan.patience) {
            Ok(ProgramSaid::Line(line)) => Ok(line),
            Ok(ProgramSaid::TooLong) => Err(Fault::TooLong),
            Err(RecvTimeoutError::Timeout) => Err(Fault::Late(self.plan.patience)),
            Err(RecvTimeoutError::Disconnected) => Err(Fault::Ended),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.leash.end();
    }
}

impl Leash {
    /// Ends the program, and lets none start in its place.
    pub fn end(&self) {
        let before = std::mem::replace(&mut *self.held(), Held::Over);
        if let Held::Running(child) = before {
            end(child);
        }
    }

    /// Ends the program; another may start.
    fn let_go(&self) {
        let mut held = self.held();
        match std::mem::take(&mut *held) {
            Held::Running(child) => end(child),
            before => *held = before,
        }
    }

    /// Starts the program, unless it is over.
    fn start(&self, plan: &ProgramPlan) -> Result<ProgramLines, Fault> {
        let mut held = self.held();
        if matches!(*held, Held::Over) {
            return Err(Fault::Ended);
        }
        let mut child = shell(&plan.command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(if plan.hushed { Stdio::null() } else { Stdio::inherit() })
            .spawn()
            .map_err(|why| Fault::NoStart(why.to_string()))?;
        let lines = ProgramLines::of(&mut child);
        *held = Held::Running(child);
        Ok(lines)
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ProgramLines {
    /// Reading and writing have threads of their own: a program that neither reads nor writes holds up nobody else.
    #[expect(clippy::disallowed_methods, reason = "threads only carry lines; whoever asks waits for one")]
    fn of(child: &mut Child) -> Self {
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (questions, asked) = channel();
        let (say, answers) = sync_channel(MAX_WAITING);
        std::thread::spawn(move || input.map(|input| write_lines(input, &asked)));
        std::thread::spawn(move || {
            if let Some(output) = output {
                read_lines(output, |said| say.send(said).is_ok());
            }
        });
        Self { questions, answers }
    }
}

/// Ends a program and whatever it has started.
fn end(mut child: Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    // It may have ended by itself.
    let _ = child.kill();
    let _ = child.wait();
}

/// The command in a shell, in a group of processes of its own: it can be ended as a whole, and the keys that interrupt
/// this program do not reach it.
#[cfg(unix)]
fn shell(command: &str) -> Command {
    use std::os::unix::process::CommandExt as _;
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(command).process_group(0);
    shell
}

#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.arg("/C").arg(command);
    shell
}

fn write_lines(mut input: ChildStdin, questions: &Receiver<String>) {
    for question in questions {
        let written = writeln!(input, "{question}").and_then(|()| input.flush());
        if written.is_err() {
            return;
        }
    }
}

/// Hands on line after line until there are no more or nobody wants them.
fn read_lines(output: ChildStdout, mut hand_on: impl FnMut(ProgramSaid) -> bool) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(MAX_ANSWER_BYTES).read_until(b'\n', &mut line);
        let ended = !matches!(read, Ok(bytes) if bytes > 0);
        let too_long = line.len() as u64 == MAX_ANSWER_BYTES && line.last() != Some(&b'\n');
        let said = if too_long { ProgramSaid::TooLong } else { ProgramSaid::Line(line) };
        if ended || !hand_on(said) || too_long {
            return;
        }
    }
}

/// What the program is asked: everything that its seat may see, and what it may do.
fn question(game: &dyn AnyGame, seat: Seat, patience: Duration) -> Value {
    let choices: Vec<Value> = game.choices().iter().map(AnyChoice::to_json).collect();
    let millis = u64::try_from(patience.as_millis()).unwrap_or(u64::MAX);
    json!({
        "game": game.meta().id, "seat": seat, "position": game.position(Viewer::Seat(seat)),
        "choices": choices, "time_millis": millis,
    })
}

/// Whether what was tried for the seat so far is a move.
fn is_whole(tried: &dyn AnyGame, seat: Seat) -> bool {
    tried.turn() != Turn::Seat(seat) || tried.may_pause()
}

/// The actions of an answer, `{"action":{...}}` or `{"actions":[...]}`, if the seat may carry them out together; they are
/// tried on the game. The move has room for so many more, and has to be whole with the last of them.
fn parse(line: &[u8], tried: &mut dyn AnyGame, seat: Seat, room: usize) -> Result<Vec<ActionBytes>, Fault> {
    let nonsense = |why: &str| {
        let said: String = String::from_utf8_lossy(line).trim().chars().take(60).collect();
        Fault::Nonsense { said, why: why.to_owned() }
    };
    let answer: Value = serde_json::from_slice(line).map_err(|_| nonsense("it is not JSON"))?;
    let wanted = match (answer.get("action"), answer.get("actions")) {
        (Some(action), None) => vec![action.clone()],
        (None, Some(Value::Array(actions))) => actions.clone(),
        _ => return Err(nonsense("it has neither \"action\" nor a list of \"actions\"")),
    };
    if !(1..=room).contains(&wanted.len()) {
        return Err(nonsense("a move has 1 to 16 actions, in one answer or in several"));
    }
    let mut actions = Vec::with_capacity(wanted.len());
    for wish in wanted {
        let illegal = |why: String| Fault::Illegal { wanted: wish.to_string(), why };
        if tried.turn() != Turn::Seat(seat) {
            return Err(illegal("the turn is over before it".to_owned()));
        }
        let action = tried.action_from_json(&wish).map_err(|why| illegal(why.to_string()))?;
        tried.apply(&action, &mut Notes::ignored()).map_err(|why| illegal(why.to_string()))?;
        actions.push(action);
    }
    if actions.len() == room && !is_whole(tried, seat) {
        return Err(nonsense("after its last action the move is not whole, and it has room for no more"));
    }
    Ok(actions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game::Setup;
    use crate::games;

    /// Railways of the World, where a build is one move, at the first turn to act; and whose turn that is.
    fn to_act() -> (Box<dyn AnyGame>, Seat) {
        let entry = games::find("railways-of-the-world").unwrap();
        let mut game = (entry.begin)(&Setup::new(2)).unwrap();
        loop {
            match game.turn() {
                Turn::Chance => assert!(game.draw([7; 32], &mut Notes::ignored())),
                Turn::Over => panic!("nobody came to act"),
                Turn::Seat(seat) => {
                    if begins_build(&*game).is_some() {
                        return (game, seat);
                    }
                    let last = game.choices().pop().unwrap();
                    game.apply(&last.action, &mut Notes::ignored()).unwrap();
                }
            }
        }
    }

    /// A choice after which the move may not end.
    fn begins_build(game: &dyn AnyGame) -> Option<Value> {
        let choices = game.choices().into_iter().filter(|choice| choice.amount.is_none());
        choices.map(|choice| choice.json).find(|json| {
            let mut tried = game.fork();
            let action = tried.action_from_json(json).unwrap();
            tried.apply(&action, &mut Notes::ignored()).is_ok() && !is_whole(&*tried, tried_seat(game))
        })
    }

    fn tried_seat(game: &dyn AnyGame) -> Seat {
        let Turn::Seat(seat) = game.turn() else { panic!("a seat decides") };
        seat
    }

    fn nonsense(answer: &Value, room: usize) -> Option<String> {
        let (mut game, seat) = to_act();
        match parse(answer.to_string().as_bytes(), &mut *game, seat, room) {
            Ok(_) => None,
            Err(Fault::Nonsense { why, .. }) => Some(why),
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn a_move_has_no_more_actions_than_others_take_however_many_answers_it_came_in() {
        let (game, _) = to_act();
        let begin = begins_build(&*game).unwrap();
        assert_eq!(nonsense(&json!({ "action": begin }), 2), None, "it is asked for the rest");
        assert!(nonsense(&json!({ "actions": [begin, begin] }), 1).unwrap().contains("1 to 16"));
        assert!(nonsense(&json!({ "action": begin }), 1).unwrap().contains("not whole"));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_beside_a_screen_writes_its_errors_to_nobody() {
        let (game, _) = to_act();
        let command = "read -r line; readlink /proc/self/fd/2".to_owned();
        let plan = ProgramPlan { command, patience: Duration::from_mins(2), hushed: true };
        let said = Program::new(plan).decide(&*game).unwrap_err().to_string();
        assert!(said.contains("/dev/null"), "{said}");
    }
}
