CREATE TABLE closecall_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE log (
    table_id text NOT NULL,
    n bigint NOT NULL,
    entry text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE people (
    id text NOT NULL,
    secret_hash text NOT NULL,
    name text NOT NULL,
    language text NOT NULL,
    is_bot boolean NOT NULL,
    created_at bigint NOT NULL,
    seen_at bigint NOT NULL
);
CREATE TABLE ratings (
    person_id text NOT NULL,
    game text NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    games bigint NOT NULL
);
CREATE TABLE results (
    table_id text NOT NULL,
    seat bigint NOT NULL,
    person_id text,
    bot text,
    name text NOT NULL,
    game text NOT NULL,
    score bigint NOT NULL,
    won boolean NOT NULL,
    ended_at bigint NOT NULL
);
CREATE TABLE seated (
    person_id text NOT NULL,
    table_id text NOT NULL
);
CREATE TABLE tables (
    id text NOT NULL,
    code text,
    invite_hash text NOT NULL,
    game text NOT NULL,
    rules_version bigint NOT NULL,
    options text NOT NULL,
    seats text NOT NULL,
    is_public boolean NOT NULL,
    host text NOT NULL,
    clock text NOT NULL,
    status text NOT NULL,
    commitment text NOT NULL,
    words text NOT NULL,
    created_at bigint NOT NULL,
    started_at bigint,
    ended_at bigint,
    rematch_of text,
    version bigint NOT NULL,
    seed text NOT NULL
);
INSERT INTO closecall_version VALUES ('0001');
INSERT INTO log VALUES ('t1', 0, '{"fate":[1,2,3,4,5]}', 1002);
INSERT INTO log VALUES ('t1', 1, '{"seat":0,"move":"b2+g"}', 1002);
INSERT INTO people VALUES ('ada', 'hash-ada', 'Ada “Zahlen” O''Lovelace 🎲', 'de', false, 1, 7);
INSERT INTO people VALUES ('bot', 'hash-bot', 'Robby', 'en', true, 2, 3);
INSERT INTO ratings VALUES ('ada', 'mark', 0.3333333333333333, 8.25, 1);
INSERT INTO results VALUES ('t1', 0, 'ada', NULL, 'Ada', 'mark', 71, true, 1700000000000);
INSERT INTO results VALUES ('t1', 1, NULL, 'greedy', 'Greedy', 'mark', -3, false, 1700000000000);
INSERT INTO seated VALUES ('ada', 't1');
INSERT INTO seated VALUES ('ada', 't2');
INSERT INTO seated VALUES ('bot', 't2');
INSERT INTO tables VALUES ('t1', NULL, 'invite-1', 'mark', 1, '{"ages": null}', '["ada", "greedy"]', true, 'ada', 'brisk', 'over', 'c1', '["abra"]', 1000, 1001, 1700000000000, NULL, 2, 'seed-1');
INSERT INTO tables VALUES ('t2', 'STAR', 'invite-2', 'mark', 1, '{"ages": null}', '["ada", "greedy"]', true, 'ada', 'brisk', 'open', 'c2', '["abra"]', 1000, NULL, NULL, 't1', 0, 'seed-2');
ALTER TABLE ONLY closecall_version
    ADD CONSTRAINT closecall_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY log
    ADD CONSTRAINT pk_log PRIMARY KEY (table_id, n);
ALTER TABLE ONLY people
    ADD CONSTRAINT pk_people PRIMARY KEY (id);
ALTER TABLE ONLY ratings
    ADD CONSTRAINT pk_ratings PRIMARY KEY (person_id, game);
ALTER TABLE ONLY results
    ADD CONSTRAINT pk_results PRIMARY KEY (table_id, seat);
ALTER TABLE ONLY seated
    ADD CONSTRAINT pk_seated PRIMARY KEY (person_id, table_id);
ALTER TABLE ONLY tables
    ADD CONSTRAINT pk_tables PRIMARY KEY (id);
ALTER TABLE ONLY people
    ADD CONSTRAINT uq_people_secret_hash UNIQUE (secret_hash);
ALTER TABLE ONLY tables
    ADD CONSTRAINT uq_tables_code UNIQUE (code);
ALTER TABLE ONLY tables
    ADD CONSTRAINT uq_tables_invite_hash UNIQUE (invite_hash);
CREATE INDEX ix_results_game_person_id_won_score ON results USING btree (game, person_id, won, score);
CREATE INDEX ix_seated_table_id ON seated USING btree (table_id);
CREATE INDEX ix_tables_status_id ON tables USING btree (status, id);
CREATE INDEX ix_tables_status_is_public_created_at ON tables USING btree (status, is_public, created_at);
ALTER TABLE ONLY log
    ADD CONSTRAINT fk_log_table_id FOREIGN KEY (table_id) REFERENCES tables(id);
ALTER TABLE ONLY ratings
    ADD CONSTRAINT fk_ratings_person_id FOREIGN KEY (person_id) REFERENCES people(id);
ALTER TABLE ONLY results
    ADD CONSTRAINT fk_results_person_id FOREIGN KEY (person_id) REFERENCES people(id);
ALTER TABLE ONLY results
    ADD CONSTRAINT fk_results_table_id FOREIGN KEY (table_id) REFERENCES tables(id);
ALTER TABLE ONLY seated
    ADD CONSTRAINT fk_seated_person_id FOREIGN KEY (person_id) REFERENCES people(id);
ALTER TABLE ONLY seated
    ADD CONSTRAINT fk_seated_table_id FOREIGN KEY (table_id) REFERENCES tables(id);
ALTER TABLE ONLY tables
    ADD CONSTRAINT fk_tables_host FOREIGN KEY (host) REFERENCES people(id);
ALTER TABLE ONLY tables
    ADD CONSTRAINT fk_tables_rematch_of FOREIGN KEY (rematch_of) REFERENCES tables(id);
