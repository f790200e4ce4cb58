#!/usr/bin/env python3
"""Verifies the audit trail in an SQLite database, as docs/audit.md describes it.

Usage: verify_audit.py DATABASE [CHECKPOINT]
Prints "intact CHAINS ENTRIES ERASED CHECKPOINTS", or the code of the first fault; exit code 0 or 1.
"""
import hashlib
import sqlite3
import sys

NOTHING = bytes(32)


class Fault(Exception):
    pass


def check(holds, code):
    if not holds:
        raise Fault(code)


def digest(*lines):
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).digest()


def verify_chain(database, chain, length, head, is_erased):
    """Returns how many entries there are, and of how many the content was erased."""
    before, number, erased = NOTHING, 0, 0
    rows = database.execute(
        "SELECT e.sequence, e.date, e.kind, e.content_hash, e.hash, c.body FROM audit_entry e"
        " LEFT JOIN audit_content c ON c.chain = e.chain AND c.sequence = e.sequence"
        " WHERE e.chain = ? ORDER BY e.sequence", (chain,))
    for sequence, date, kind, content_hash, entry_hash, body in rows:
        number += 1
        check(sequence == number, "entry_missing")
        expected = digest(
            "windfall audit entry 1", chain, str(number), str(date), kind, content_hash.hex(), before.hex())
        check(expected == entry_hash, "entry_changed")
        if body is not None:
            check(hashlib.sha256(body.encode()).digest() == content_hash, "content_changed")
        else:
            check(is_erased, "content_missing")
            erased += 1
        before = entry_hash
    check(number >= length, "entry_missing")
    check(number == length and before == head, "head_wrong")
    return number, erased


def verify_checkpoints(database, kept):
    before, number, known = NOTHING, 0, set()
    for found, date, checkpoint_hash in database.execute(
            "SELECT number, date, hash FROM audit_checkpoint ORDER BY number").fetchall():
        number += 1
        check(found == number, "checkpoint_missing")
        heads = sorted(database.execute(
            "SELECT chain, length, head FROM audit_checkpoint_head WHERE number = ?", (number,)).fetchall())
        lines = [f"{chain} {length} {head.hex()}" for chain, length, head in heads]
        expected = digest("windfall audit checkpoint 1", str(number), str(date), before.hex(), *lines)
        check(expected == checkpoint_hash, "checkpoint_changed")
        for chain, length, head in heads:
            entry = database.execute(
                "SELECT hash FROM audit_entry WHERE chain = ? AND sequence = ?", (chain, length)).fetchone()
            check(entry is not None and entry[0] == head, "tail_cut")
        known.add(checkpoint_hash.hex())
        before = checkpoint_hash
    beyond = database.execute(
        "SELECT count(*) FROM audit_checkpoint_head WHERE number > ?", (number,)).fetchone()[0]
    check(beyond == 0, "checkpoint_missing")
    check(kept is None or kept in known, "checkpoint_unknown")
    return number


def verify(database, kept):
    chains = entries = erased = 0
    for chain, length, head, erased_date in database.execute(
            "SELECT chain, length, head, erased FROM audit_chain ORDER BY chain").fetchall():
        counts = verify_chain(database, chain, length, head, erased_date is not None)
        chains, entries, erased = chains + 1, entries + counts[0], erased + counts[1]
    orphans = database.execute(
        "SELECT count(*) FROM audit_entry WHERE chain NOT IN (SELECT chain FROM audit_chain)").fetchone()[0]
    check(orphans == 0, "chain_missing")
    return f"intact {chains} {entries} {erased} {verify_checkpoints(database, kept)}"


def main():
    database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
    try:
        print(verify(database, sys.argv[2] if len(sys.argv) > 2 else None))
    except Fault as fault:
        print(fault)
        sys.exit(1)


main()
