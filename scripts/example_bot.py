#!/usr/bin/env python3
"""A bot for any game of whistlestop, to copy and improve: standard library only.

It is asked by one line of JSON on standard input for each decision and answers by one on standard output:

    asked:     {"game":"chicago-express","seat":0,"position":{...},"choices":[...],"time_millis":10000}
    answered:  {"action":{"type":"bid","amount":9}}

`position` is what the own seat may see, `choices` what it may do; an answer is one of the choices' actions, with an "amount"
added where the choice has a range of them. Whatever is printed besides would be taken for an answer, so notes for yourself
go to standard error.

    whistlestop arena chicago-express --bot-cmd mine='python3 scripts/example_bot.py' --bots mine,random --games 20
    whistlestop play chicago-express --bot-cmd Monty='python3 scripts/example_bot.py'
    whistlestop peer --join --bot-cmd 'python3 scripts/example_bot.py' --json
"""

import json
import random
import sys

# What gives a turn away; done only if nothing else is left.
IDLE = {"pass", "decline", "done", "stop"}


def own_cash(question):
    """What the own seat can spend, in games where that is shown as "cash"."""
    players = question["position"].get("players", [])
    return players[question["seat"]].get("cash", 0) if players else 0


def decide(question, luck):
    """Bids while a thing is cheap, and otherwise does anything that moves the game on."""
    choices = [choice for choice in question["choices"] if "action" in choice]
    for choice in choices:
        amount = choice.get("amount")
        if amount and amount["min"] * 3 <= own_cash(question):
            return dict(choice["action"], amount=amount["min"])
    plain = [choice["action"] for choice in choices if "amount" not in choice]
    busy = [action for action in plain if action["type"] not in IDLE]
    if busy or plain:
        return luck.choice(busy or plain)
    only = choices[0]
    return dict(only["action"], amount=only["amount"]["min"])


def main():
    luck = random.Random(1)
    for line in sys.stdin:
        print(json.dumps({"action": decide(json.loads(line), luck)}), flush=True)


if __name__ == "__main__":
    main()
