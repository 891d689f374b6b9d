//! The other end of the pipes: somebody who plays by writing lines and reading lines.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::thread;

use serde_json::{Value, json};

/// More than an answer's error ever needs; the program cuts what it quotes.
const MOST_ERROR_CHARS: usize = 500;

/// The program, not yet started.
pub(crate) fn whistlestop(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whistlestop"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Feeds the program all of `input`, however much it answers meanwhile, and waits for its end.
pub(crate) fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = whistlestop(arguments).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    thread::scope(|scope| {
        // Answers must be read while requests are written, or both sides wait for ever on full pipes. A
        // program that does not read to the end is not this function's concern.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().expect("the program ends")
    })
}

/// The answers to this input, one JSON value a line; whatever comes in, the program ends well and says nothing
/// on the side.
#[track_caller]
pub(crate) fn answers_to(input: impl AsRef<[u8]>) -> Vec<Value> {
    let output = run(&["rules"], input.as_ref());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "nothing is said on the side");
    assert!(output.status.success(), "{}", output.status);
    let text = String::from_utf8(output.stdout).expect("answers are UTF-8");
    assert!(text.is_empty() || text.ends_with('\n'), "every answer is a whole line");
    text.lines().map(|line| serde_json::from_str(line).expect("every answer is JSON")).collect()
}

/// Somebody at the program who waits for each answer before asking on.
#[derive(Debug)]
pub(crate) struct Peer {
    child: Child,
    /// `None` once it is closed.
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Peer {
    pub(crate) fn new() -> Self {
        let mut child = whistlestop(&["rules"]).stderr(Stdio::inherit()).spawn().expect("the program starts");
        let requests = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().expect("its output is a pipe"));
        Self { child, requests, answers }
    }

    /// A peer whose program plays this game with this seed.
    pub(crate) fn playing(game: &str, seats: u8, seed: u64) -> Self {
        let mut peer = Self::new();
        peer.ask(&json!({"cmd": "new", "game": game, "seats": seats, "seed": seed}));
        peer
    }

    /// Sends one line and waits for the one that answers it.
    #[track_caller]
    pub(crate) fn send(&mut self, line: &[u8]) -> Value {
        let requests = self.requests.as_mut().expect("the peer has not hung up");
        requests.write_all(&[line, b"\n"].concat()).expect("the program takes requests");
        requests.flush().expect("the program takes requests");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("answers are UTF-8");
        assert!(answer.ends_with('\n'), "the program answered {} with {answer:?}", shortened(line));
        serde_json::from_str(&answer).expect("an answer is JSON")
    }

    /// The answer to a request that is in order.
    #[track_caller]
    pub(crate) fn ask(&mut self, request: &Value) -> Value {
        let answer = self.send(request.to_string().as_bytes());
        assert!(answer.get("error").is_none(), "{request} was answered by {answer}");
        answer
    }

    /// The error that answers this line, after which the game is as it was.
    #[track_caller]
    pub(crate) fn refusal(&mut self, line: impl AsRef<[u8]>) -> String {
        let line = line.as_ref();
        let before = self.send(br#"{"cmd":"hash"}"#);
        let error = error_in(&self.send(line));
        assert_eq!(self.send(br#"{"cmd":"hash"}"#), before, "{} changed the game", shortened(line));
        error
    }

    pub(crate) fn hash(&mut self) -> Value {
        self.ask(&json!({"cmd": "hash"}))["hash"].take()
    }

    /// All that may be done, as choices list it, without what is blocked.
    pub(crate) fn choices(&mut self) -> Vec<Value> {
        let mut answer = self.ask(&json!({"cmd": "choices"}));
        let Value::Array(mut choices) = answer["choices"].take() else { return Vec::new() };
        choices.retain(|choice| choice.get("action").is_some());
        choices
    }

    #[track_caller]
    pub(crate) fn apply(&mut self, action: &Value) -> Value {
        self.ask(&json!({"cmd": "apply", "action": action}))
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        drop(self.requests.take());
        let ended = self.child.wait().expect("the program ends when its input does");
        assert!(thread::panicking() || ended.success(), "{ended}");
    }
}

/// The sentence of an answer that is an error and nothing else.
#[track_caller]
pub(crate) fn error_in(answer: &Value) -> String {
    let object = answer.as_object().expect("an answer is an object");
    assert!(object.keys().all(|key| key == "error" || key == "rule"), "not an error: {answer}");
    let error = object.get("error").and_then(Value::as_str).expect("an error is a text");
    assert!(error.len() > 10, "{error:?} is no sentence");
    assert!(error.chars().count() <= MOST_ERROR_CHARS, "{} characters of error", error.chars().count());
    error.to_owned()
}

/// The keys of an object in the order in which they are written.
#[track_caller]
pub(crate) fn keys(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

fn shortened(line: &[u8]) -> String {
    String::from_utf8_lossy(&line[..line.len().min(100)]).into_owned()
}

/// A few thousand dice for tests, the same in every run.
#[derive(Debug)]
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number from 0 to `end - 1`. Steele, Lea and Flood's `SplitMix64`; that it slightly favours low numbers
    /// matters to nobody here.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (bits ^ (bits >> 31)) % end
    }

    /// One of these.
    pub(crate) fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        let end = u64::try_from(of.len()).expect("a list's length is a number");
        &of[usize::try_from(self.below(end)).expect("a place in a list")]
    }

    /// One of the choices as an action, with an amount if it wants one.
    pub(crate) fn choose(&mut self, choices: &[Value]) -> Value {
        let choice = self.pick(choices);
        let mut action = choice["action"].clone();
        if let Some(amount) = choice.get("amount") {
            let [min, max, step] =
                ["min", "max", "step"].map(|key| amount[key].as_u64().expect("amounts are numbers"));
            // Mostly low, so that nobody is broke after one auction.
            let steps = self.below((max - min) / step + 1).min(self.below(4));
            action["amount"] = (min + steps * step).into();
        }
        action
    }
}
