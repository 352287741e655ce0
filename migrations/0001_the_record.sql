-- The record: what agents did on this computer.
--
-- ARCHIVE tables are the permanent record: their rows outlive the files they came from and every rebuild. DERIVED
-- tables can be thrown away and made again from the archive; each row carries the version of the code that made it.
-- Ids are ours. Instants (`…_at`) are milliseconds since 1970 in UTC; spans (`…_ms`) are milliseconds.
-- Words in text columns (agent, role, origin, kind, state, relation) are the kebab-case names of the model crate.

-- ARCHIVE. What sessions worked on. `key` is the model's ProjectKey: equal keys are one project.
CREATE TABLE projects (
    id       INTEGER PRIMARY KEY,
    key      TEXT    NOT NULL UNIQUE,
    name     TEXT    NOT NULL,
    path     TEXT,
    is_guess INTEGER NOT NULL DEFAULT 0 CHECK (is_guess IN (0, 1))
) STRICT;

-- ARCHIVE. Files (or databases) that were read, and where reading goes on. A source that vanished keeps its row.
-- `fingerprint` covers the beginning of the file and the bytes just before `read_offset`; growth is trusted as an
-- append only while it holds. `generation` counts rewrites; chunks of earlier generations stay.
CREATE TABLE sources (
    id               INTEGER PRIMARY KEY,
    agent            TEXT    NOT NULL,
    path             TEXT    NOT NULL UNIQUE,
    root             TEXT    NOT NULL,
    state            TEXT    NOT NULL CHECK (state IN ('read', 'quarantined', 'missing')),
    failure          TEXT,
    size             INTEGER NOT NULL DEFAULT 0,
    modified_ns      INTEGER NOT NULL DEFAULT 0,
    companions       INTEGER NOT NULL DEFAULT 0,
    fingerprint      INTEGER NOT NULL DEFAULT 0,
    generation       INTEGER NOT NULL DEFAULT 0,
    read_offset      INTEGER NOT NULL DEFAULT 0,
    read_line        INTEGER NOT NULL DEFAULT 0,
    has_pending_tail INTEGER NOT NULL DEFAULT 0 CHECK (has_pending_tail IN (0, 1)),
    reader_version   INTEGER NOT NULL DEFAULT 0,
    reader_state     BLOB    NOT NULL DEFAULT x'',
    first_read_at    INTEGER NOT NULL,
    last_read_at     INTEGER NOT NULL,
    missing_since_at INTEGER
) STRICT;
CREATE INDEX sources_by_agent ON sources (agent, state);

-- ARCHIVE. The source's own bytes, redacted and compressed, in pieces that decompress to whole lines.
CREATE TABLE raw_chunks (
    source_id    INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
    generation   INTEGER NOT NULL,
    start_offset INTEGER NOT NULL,
    end_offset   INTEGER NOT NULL,
    data         BLOB    NOT NULL,
    PRIMARY KEY (source_id, generation, start_offset)
) STRICT, WITHOUT ROWID;

-- ARCHIVE. Pieces of a source that could not be read as they should be.
CREATE TABLE faults (
    id          INTEGER PRIMARY KEY,
    source_id   INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
    kind        TEXT    NOT NULL,
    line        INTEGER NOT NULL,
    byte_offset INTEGER NOT NULL,
    reason      TEXT    NOT NULL,
    UNIQUE (source_id, kind, byte_offset, reason)
) STRICT;

-- ARCHIVE. One conversation of one agent. A session whose parent is not (yet) in the vault keeps the parent's own id.
-- A parent without its own id was not named by the agent but found by the history that both sessions share.
CREATE TABLE sessions (
    id                INTEGER PRIMARY KEY,
    agent             TEXT    NOT NULL,
    native_id         TEXT    NOT NULL,
    project_id        INTEGER NOT NULL REFERENCES projects (id),
    worktree          TEXT,
    cwd               TEXT,
    branch            TEXT,
    title             TEXT,
    title_source      TEXT,
    client_version    TEXT,
    is_archived       INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),
    parent_native_id  TEXT,
    parent_session_id INTEGER REFERENCES sessions (id) ON DELETE SET NULL,
    relation          TEXT,
    parent_call_id    TEXT,
    shared_until      INTEGER,
    UNIQUE (agent, native_id)
) STRICT;
CREATE INDEX sessions_by_project ON sessions (project_id);
CREATE INDEX sessions_by_parent ON sessions (parent_session_id) WHERE parent_session_id IS NOT NULL;
CREATE INDEX sessions_by_missing_parent ON sessions (agent, parent_native_id)
    WHERE parent_native_id IS NOT NULL AND parent_session_id IS NULL;

-- ARCHIVE. Other ids under which the same session appears.
CREATE TABLE session_aliases (
    session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    native_id  TEXT    NOT NULL,
    PRIMARY KEY (native_id, session_id)
) STRICT, WITHOUT ROWID;

-- ARCHIVE. Which sources a session was read from; several files of one session follow each other by `segment_at`.
CREATE TABLE session_sources (
    session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    source_id  INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
    segment_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (session_id, source_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX session_sources_by_source ON session_sources (source_id);

-- ARCHIVE. The steps of a session. `ordinal` is the position in the source's part of the session; `key` the model's
-- MessageKey. `source_state` is what the file alone says; `state`, `is_prompt`, `original_id`, `turn` and `answered_by`
-- are marks that follow from the whole vault and are set again whenever it changes. `is_prompt` is 1 for what a person
-- typed and what still counts (not copied, not superseded); `turn` is its one-based place among the prompts of the
-- session and `answered_by` the model of the reply that follows it. `original_id` points from a copy to the message
-- that was written first. `text` stands last, so that reading the rest of a row never walks through it.
CREATE TABLE messages (
    id             INTEGER PRIMARY KEY,
    session_id     INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    source_id      INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
    ordinal        INTEGER NOT NULL,
    reply          INTEGER NOT NULL,
    key            INTEGER NOT NULL,
    parent_key     INTEGER,
    native_id      TEXT,
    role           TEXT    NOT NULL,
    origin         TEXT    NOT NULL,
    kind           TEXT    NOT NULL,
    state          TEXT    NOT NULL,
    source_state   TEXT    NOT NULL,
    is_prompt      INTEGER NOT NULL CHECK (is_prompt IN (0, 1)),
    original_id    INTEGER REFERENCES messages (id) ON DELETE SET NULL,
    at             INTEGER,
    offset_minutes INTEGER,
    model          TEXT,
    turn           INTEGER,
    answered_by    TEXT,
    duration_ms    INTEGER,
    source_offset  INTEGER NOT NULL,
    whole_bytes    INTEGER,
    text           TEXT    NOT NULL
) STRICT;
CREATE UNIQUE INDEX messages_by_key ON messages (key, session_id);
CREATE INDEX messages_in_order ON messages (session_id, source_id, ordinal);
CREATE INDEX messages_by_original ON messages (original_id) WHERE original_id IS NOT NULL;
CREATE INDEX prompts_by_time ON messages (at, id, session_id, answered_by, turn) WHERE is_prompt = 1;
CREATE INDEX prompts_by_text ON messages (lower(substr(ltrim(text, char(9, 10, 13, 32)), 1, 80)), at, id, session_id, answered_by)
    WHERE is_prompt = 1;
CREATE INDEX prompts_in_session ON messages (session_id, turn) WHERE is_prompt = 1;

-- ARCHIVE. Tokens of a reply, on its first message.
CREATE TABLE message_usage (
    message_id  INTEGER PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
    input       INTEGER NOT NULL,
    output      INTEGER NOT NULL,
    cache_read  INTEGER NOT NULL,
    cache_write INTEGER NOT NULL,
    reasoning   INTEGER NOT NULL
) STRICT;

-- ARCHIVE. Calls of tools with what became of them. The call's message and the result's message may each be missing
-- (a result without a call, a call that never returned, an outcome that came first).
CREATE TABLE tool_events (
    id                INTEGER PRIMARY KEY,
    session_id        INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    call_id           TEXT    NOT NULL,
    call_message_id   INTEGER REFERENCES messages (id) ON DELETE SET NULL,
    result_message_id INTEGER REFERENCES messages (id) ON DELETE SET NULL,
    name              TEXT    NOT NULL DEFAULT '',
    command_head      TEXT    NOT NULL DEFAULT '',
    subject           TEXT    NOT NULL DEFAULT '',
    is_error          INTEGER CHECK (is_error IN (0, 1)),
    exit_code         INTEGER,
    duration_ms       INTEGER,
    is_denied         INTEGER NOT NULL DEFAULT 0 CHECK (is_denied IN (0, 1)),
    is_interrupted    INTEGER NOT NULL DEFAULT 0 CHECK (is_interrupted IN (0, 1)),
    UNIQUE (session_id, call_id)
) STRICT;
CREATE INDEX tool_events_by_call_message ON tool_events (call_message_id);
CREATE INDEX tool_events_by_result_message ON tool_events (result_message_id);

-- ARCHIVE. Points at which earlier messages were replaced by a summary.
CREATE TABLE compactions (
    session_id     INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    source_id      INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
    before_ordinal INTEGER NOT NULL,
    at             INTEGER,
    PRIMARY KEY (session_id, source_id, before_ordinal)
) STRICT, WITHOUT ROWID;

-- ARCHIVE. What the person set in Daybook: inputs switched off, folders added, whether the welcome page was seen.
CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- DERIVED. Pairs of sessions that hold the same message keys (forks and resumes that copied their history), in both
-- directions. `first_own_at` is the first instant at which the session has something that the other one has not.
CREATE TABLE shared_histories (
    session_id       INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    other_session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    first_own_at     INTEGER,
    PRIMARY KEY (session_id, other_session_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX shared_histories_by_other ON shared_histories (other_session_id);

-- DERIVED. Which ids the messages of a session have: runs of ids without a gap. A source is written in one go, so that
-- a session has few of them, and search can tell the session of a match without reading the message.
CREATE TABLE message_spans (
    first_id   INTEGER PRIMARY KEY,
    last_id    INTEGER NOT NULL,
    session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX message_spans_by_session ON message_spans (session_id);

-- DERIVED. Figures of a session, made again whenever its messages change. `title` is the one to show: the agent's or
-- the person's, else the first line of the first prompt that was typed in this session.
CREATE TABLE session_figures (
    session_id  INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    version     INTEGER NOT NULL,
    started_at  INTEGER,
    ended_at    INTEGER,
    active_ms   INTEGER NOT NULL,
    activity    TEXT    NOT NULL,
    model       TEXT,
    title       TEXT    NOT NULL,
    prompts     INTEGER NOT NULL,
    replies     INTEGER NOT NULL,
    messages    INTEGER NOT NULL,
    tool_calls  INTEGER NOT NULL,
    failures    INTEGER NOT NULL,
    input       INTEGER NOT NULL,
    output      INTEGER NOT NULL,
    cache_read  INTEGER NOT NULL,
    cache_write INTEGER NOT NULL,
    reasoning   INTEGER NOT NULL
) STRICT;
CREATE INDEX session_figures_by_start ON session_figures (started_at, session_id);
CREATE INDEX session_figures_by_end ON session_figures (ended_at, session_id);

-- DERIVED. Full text of prose. Its content is the view, so that 'rebuild' and 'integrity-check' see the same rows as
-- the triggers do.
CREATE VIEW searchable_prose AS
SELECT id, text
FROM messages
WHERE kind IN ('prose', 'code', 'reasoning', 'summary') AND state <> 'copied';

CREATE VIRTUAL TABLE prose_index USING fts5 (
    text,
    content = 'searchable_prose',
    content_rowid = 'id',
    tokenize = 'porter unicode61 remove_diacritics 2'
);

-- There is no trigger for inserts: a statement with a trigger opens a savepoint, and at every savepoint FTS5 writes all
-- it has gathered to disk, which makes each row a segment of its own and a first read many times slower. Whoever
-- inserts a message inserts it into the index as well; `check_index` tells when that was forgotten.
CREATE TRIGGER prose_index_delete AFTER DELETE ON messages
WHEN old.kind IN ('prose', 'code', 'reasoning', 'summary') AND old.state <> 'copied'
BEGIN
    INSERT INTO prose_index (prose_index, rowid, text) VALUES ('delete', old.id, old.text);
END;

-- One trigger for both halves: the old text must leave the index before the new one enters, and the order in which
-- several triggers of one event fire is undefined.
CREATE TRIGGER prose_index_update AFTER UPDATE OF text, kind, state ON messages
WHEN old.text <> new.text
    OR (old.kind IN ('prose', 'code', 'reasoning', 'summary') AND old.state <> 'copied')
        <> (new.kind IN ('prose', 'code', 'reasoning', 'summary') AND new.state <> 'copied')
BEGIN
    INSERT INTO prose_index (prose_index, rowid, text)
    SELECT 'delete', old.id, old.text
    WHERE old.kind IN ('prose', 'code', 'reasoning', 'summary') AND old.state <> 'copied';

    INSERT INTO prose_index (rowid, text)
    SELECT new.id, new.text
    WHERE new.kind IN ('prose', 'code', 'reasoning', 'summary') AND new.state <> 'copied';
END;
