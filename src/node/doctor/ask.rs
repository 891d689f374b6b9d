//! What the tools of the system say about it, each asked once. Nothing is changed by asking.

use std::collections::BTreeMap;
use std::process::Stdio;
use std::time::Duration;

use tokio::process::Command;
use tokio::time::timeout;

/// How long a tool may take.
const PATIENCE: Duration = Duration::from_secs(4);

/// Where tools of administrators are, which is not where others look.
#[cfg(unix)]
const PLACES: &str = "/usr/sbin:/sbin:/usr/bin:/bin:/usr/local/bin";

/// What a tool said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// There is no such tool.
    Missing,
    /// It failed, or did not end in time, with these words.
    Refused(String),
    /// What was asked for.
    Text(String),
}

/// What was asked, and what the tools said.
#[derive(Debug, Default)]
pub(crate) struct Answers(BTreeMap<Vec<String>, Said>);

impl Answers {
    /// Asks all at once, each a tool and its words.
    pub(crate) async fn gather(asks: Vec<Vec<String>>) -> Self {
        let running: Vec<_> = asks
            .into_iter()
            .map(|ask| tokio::spawn(async move { (ask.clone(), said(&ask).await) }))
            .collect();
        let mut answers = Self::default();
        for one in running {
            // A tool that was not heard out said nothing.
            if let Ok((ask, said)) = one.await {
                answers.0.insert(ask, said);
            }
        }
        answers
    }

    /// What was said to this.
    pub(crate) fn said(&self, ask: &[&str]) -> &Said {
        let mut all = self.0.iter();
        let found = all.find(|(words, _)| words.iter().map(String::as_str).eq(ask.iter().copied()));
        found.map_or(&Said::Missing, |(_, said)| said)
    }

    /// The same, if it was an answer.
    pub(crate) fn text(&self, ask: &[&str]) -> Option<&str> {
        match self.said(ask) {
            Said::Text(text) => Some(text),
            Said::Missing | Said::Refused(_) => None,
        }
    }

    /// Answers that were made up.
    #[cfg(test)]
    pub(crate) fn planted(all: &[(&str, Said)]) -> Self {
        let words = |ask: &str| ask.split(' ').map(str::to_owned).collect();
        Self(all.iter().map(|(ask, said)| (words(ask), said.clone())).collect())
    }
}

/// The words of a question.
pub(crate) fn words(ask: &[&str]) -> Vec<String> {
    ask.iter().map(|word| (*word).to_owned()).collect()
}

async fn said(ask: &[String]) -> Said {
    let Some((tool, words)) = ask.split_first() else { return Said::Missing };
    let mut command = Command::new(tool);
    command.args(words).stdin(Stdio::null()).kill_on_drop(true).env("LC_ALL", "C");
    #[cfg(unix)]
    command.env("PATH", PLACES);
    match timeout(PATIENCE, command.output()).await {
        Ok(Ok(output)) => {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            if output.status.success() {
                return Said::Text(text);
            }
            Said::Refused(format!("{text}{}", String::from_utf8_lossy(&output.stderr)))
        }
        Ok(Err(why)) if why.kind() == std::io::ErrorKind::NotFound => Said::Missing,
        Ok(Err(why)) => Said::Refused(why.to_string()),
        Err(_) => Said::Refused(format!("no answer within {} s", PATIENCE.as_secs())),
    }
}
