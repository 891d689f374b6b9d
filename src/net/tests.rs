mod abuse;
mod certificates;
mod exchange;
mod kit;
mod limits;
mod pairs;
mod sockets;
