//! The queue of commands between a front end and a node.

use tokio::sync::mpsc;

use crate::table::front::Command;

/// Commands that wait for the node; whoever gives more of them waits.
const MAX_COMMANDS: usize = 64;

/// The front end's end of the queue of commands.
#[derive(Clone, Debug)]
pub struct Remote(mpsc::Sender<Command>);

/// The node's end of it.
#[derive(Debug)]
pub struct Commands(pub(crate) mpsc::Receiver<Command>);

impl Remote {
    /// A queue of commands.
    pub fn new() -> (Self, Commands) {
        let (remote, commands) = mpsc::channel(MAX_COMMANDS);
        (Self(remote), Commands(commands))
    }

    /// Gives a command; `false` if the node has ended. Not to be called from within the node.
    pub fn send(&self, command: Command) -> bool {
        self.0.blocking_send(command).is_ok()
    }

    /// Asks the node to save and stop, also from within it; if commands fill the queue it has to be asked again.
    pub fn try_quit(&self) {
        // A full queue is tried again, and a node that has ended needs no asking.
        let _ = self.0.try_send(Command::Quit);
    }
}
