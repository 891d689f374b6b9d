//! The command line around the requests: help that can be pasted, and mistakes that are named.

use super::peer::{answers_to, keys, run};

fn help() -> String {
    let output = run(&["rules", "--help"], b"");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("help is text")
}

#[test]
fn the_example_session_in_the_help_runs_without_an_error() {
    let help = help();
    let lines: Vec<&str> = help.lines().map(str::trim).filter(|line| line.starts_with('{')).collect();
    assert!(lines.len() >= 5, "{help}");
    let answers = answers_to(lines.join("\n"));
    assert_eq!(answers.len(), lines.len());
    for (line, answer) in lines.iter().zip(&answers) {
        assert!(!keys(answer).contains(&"error"), "{line} -> {answer}");
    }
}

#[test]
fn the_requests_of_the_shell_example_in_the_help_run_without_an_error() {
    let help = help();
    let example = help.lines().find(|line| line.contains("printf")).unwrap();
    assert!(example.trim().ends_with("| whistlestop rules"), "{example}");
    let requests: Vec<&str> = example.split('\'').filter(|part| part.starts_with('{')).collect();
    assert!(requests.len() >= 2, "{example}");
    let answers = answers_to(requests.join("\n"));
    assert!(answers.iter().all(|answer| !keys(answer).contains(&"error")), "{answers:?}");
}

#[test]
fn the_help_names_every_command() {
    let help = help();
    for command in ["games", "new", "choices", "apply", "position", "load", "standings", "hash", "draw"] {
        assert!(help.lines().any(|line| line.trim_start().split(' ').next() == Some(command)), "{command}");
    }
}

#[test]
fn mistakes_on_the_command_line_are_named_and_end_the_program() {
    for (arguments, what) in [
        (&["frobnicate"][..], "unrecognized subcommand 'frobnicate'"),
        (&["rule"], "unrecognized subcommand 'rule'"),
        (&["--frobnicate"], "unexpected argument '--frobnicate' found"),
        (&["rules", "--json"], "unexpected argument '--json' found"),
        (&["rules", "chicago-express"], "unexpected argument 'chicago-express' found"),
        (&[""], "unrecognized subcommand ''"),
    ] {
        let output = run(arguments, b"{\"cmd\":\"games\"}\n");
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(complaint.starts_with(&format!("error: {what}")), "{arguments:?}: {complaint}");
        assert!(!complaint.contains("panicked"), "{complaint}");
        assert!(output.stdout.is_empty(), "nothing is answered");
    }
}

#[test]
fn help_and_version_are_given_when_asked_for() {
    for (arguments, what) in [
        (&["--help"][..], "whistlestop rules --help"),
        (&["-h"], "Usage: whistlestop"),
        (&["--version"], concat!("whistlestop ", env!("CARGO_PKG_VERSION"))),
        (&["help", "rules"], "Example session"),
    ] {
        let output = run(arguments, b"");
        assert!(output.status.success(), "{arguments:?}");
        assert!(String::from_utf8(output.stdout).unwrap().contains(what), "{arguments:?}");
    }
}
