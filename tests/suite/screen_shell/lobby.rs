//! What a shell does before and beside tables: names, tables at hand, the check of the network, the end.

use whistlestop::table::front::{Command, End, News, Request, StoppedBy, Verdict};

use super::kit::{Person, any_port, here};

/// The name that is told; a dash for none.
fn name(news: &News) -> Option<String> {
    if let News::Name(name) = news { Some(name.clone().unwrap_or_else(|| "-".to_owned())) } else { None }
}

fn trouble(news: &News) -> Option<String> {
    if let News::Trouble(why) = news { Some(why.clone()) } else { None }
}

#[test]
fn a_name_is_asked_for_once_kept_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let mut ann = Person::new(folder.path(), "home", any_port(), None);
    assert_eq!(ann.hears("no name", name), "-");
    ann.ask(Request::Name(" ".to_owned()));
    assert!(ann.hears("trouble", trouble).starts_with("a name has"));
    ann.ask(Request::Name("Ann".to_owned()));
    assert_eq!(ann.hears("the name", name), "Ann");
    ann.quit();
    let mut again = Person::new(folder.path(), "home", any_port(), None);
    assert_eq!(again.hears("the name", name), "Ann");
    again.quit();
}

#[test]
fn there_is_one_table_at_a_time_and_none_to_speak_to_before() {
    let folder = tempfile::tempdir().unwrap();
    let mut ann = Person::new(folder.path(), "Ann", any_port(), None);
    ann.command(Command::Ready(true));
    assert_eq!(ann.hears("trouble", trouble), "there is no table at hand");
    ann.ask(Request::Open(here(&[], 1)));
    ann.table();
    ann.ask(Request::Open(here(&[], 1)));
    assert_eq!(ann.hears("trouble", trouble), "leave the table at hand first");
    assert_eq!(ann.go_away(), End::Quit);
    ann.ask(Request::Open(here(&[], 1)));
    ann.table();
    ann.quit();
}

#[test]
fn the_network_is_checked_beside_everything_else() {
    let folder = tempfile::tempdir().unwrap();
    let mut ann = Person::new(folder.path(), "Ann", any_port(), None);
    ann.ask(Request::CheckNetwork(Some("no address".to_owned())));
    assert!(ann.hears("trouble", trouble).contains("neither an address nor a join code"));
    // Nobody is there: the check of the way ends with that.
    ann.ask(Request::CheckNetwork(Some("127.0.0.1:9".to_owned())));
    let findings = ann.hears("findings", |news| match news {
        News::Network(findings, true) => Some(findings.clone()),
        _ => None,
    });
    let last = findings.last().unwrap();
    assert_eq!(last.verdict, Verdict::Bad);
    assert!(last.what.starts_with("the peer was not reached") && last.advice.is_some(), "{last:?}");
    ann.quit();
}

#[test]
fn when_the_terminal_is_gone_the_table_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut ann = Person::new(folder.path(), "Ann", any_port(), Some(Request::Open(here(&[], 1))));
    let table = ann.table();
    ann.play(2);
    ann.hang_up();
    let outcome = ann.outcome();
    assert_eq!(outcome.stopped, Some(StoppedBy::Hangup));
    assert!(outcome.last == Some(Ok(End::Quit)), "{outcome:?}");
    let mut again = Person::new(folder.path(), "Ann", any_port(), Some(Request::Resume(table.journal)));
    assert_eq!(again.table().id, table.id);
    again.quit();
}
