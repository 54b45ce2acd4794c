BEGIN TRANSACTION;
CREATE TABLE closecall_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT closecall_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "closecall_version" VALUES('0001');
CREATE TABLE log (
	table_id TEXT NOT NULL, 
	n BIGINT NOT NULL, 
	entry TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_log PRIMARY KEY (table_id, n), 
	CONSTRAINT fk_log_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID

;
INSERT INTO "log" VALUES('t1',0,'{"fate":[1,2,3,4,5]}',1002);
INSERT INTO "log" VALUES('t1',1,'{"seat":0,"move":"b2+g"}',1002);
CREATE TABLE people (
	id TEXT NOT NULL, 
	secret_hash TEXT NOT NULL, 
	name TEXT NOT NULL, 
	language TEXT NOT NULL, 
	is_bot BOOLEAN NOT NULL, 
	created_at BIGINT NOT NULL, 
	seen_at BIGINT NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY (id), 
	CONSTRAINT uq_people_secret_hash UNIQUE (secret_hash)
);
INSERT INTO "people" VALUES('ada','hash-ada','Ada “Zahlen” O''Lovelace 🎲','de',0,1,7);
INSERT INTO "people" VALUES('bot','hash-bot','Robby','en',1,2,3);
CREATE TABLE ratings (
	person_id TEXT NOT NULL, 
	game TEXT NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	games BIGINT NOT NULL, 
	CONSTRAINT pk_ratings PRIMARY KEY (person_id, game), 
	CONSTRAINT fk_ratings_person_id FOREIGN KEY(person_id) REFERENCES people (id)
)
 WITHOUT ROWID

;
INSERT INTO "ratings" VALUES('ada','mark',3.33333333333333314829e-01,8.25,1);
CREATE TABLE results (
	table_id TEXT NOT NULL, 
	seat BIGINT NOT NULL, 
	person_id TEXT, 
	bot TEXT, 
	name TEXT NOT NULL, 
	game TEXT NOT NULL, 
	score BIGINT NOT NULL, 
	won BOOLEAN NOT NULL, 
	ended_at BIGINT NOT NULL, 
	CONSTRAINT pk_results PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_results_table_id FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT fk_results_person_id FOREIGN KEY(person_id) REFERENCES people (id)
)
 WITHOUT ROWID

;
INSERT INTO "results" VALUES('t1',0,'ada',NULL,'Ada','mark',71,1,1700000000000);
INSERT INTO "results" VALUES('t1',1,NULL,'greedy','Greedy','mark',-3,0,1700000000000);
CREATE TABLE seated (
	person_id TEXT NOT NULL, 
	table_id TEXT NOT NULL, 
	CONSTRAINT pk_seated PRIMARY KEY (person_id, table_id), 
	CONSTRAINT fk_seated_person_id FOREIGN KEY(person_id) REFERENCES people (id), 
	CONSTRAINT fk_seated_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID

;
INSERT INTO "seated" VALUES('ada','t1');
INSERT INTO "seated" VALUES('ada','t2');
INSERT INTO "seated" VALUES('bot','t2');
CREATE TABLE tables (
	id TEXT NOT NULL, 
	code TEXT, 
	invite_hash TEXT NOT NULL, 
	game TEXT NOT NULL, 
	rules_version BIGINT NOT NULL, 
	options TEXT NOT NULL, 
	seats TEXT NOT NULL, 
	is_public BOOLEAN NOT NULL, 
	host TEXT NOT NULL, 
	clock TEXT NOT NULL, 
	status TEXT NOT NULL, 
	commitment TEXT NOT NULL, 
	words TEXT NOT NULL, 
	created_at BIGINT NOT NULL, 
	started_at BIGINT, 
	ended_at BIGINT, 
	rematch_of TEXT, 
	version BIGINT NOT NULL, 
	seed TEXT NOT NULL, 
	CONSTRAINT pk_tables PRIMARY KEY (id), 
	CONSTRAINT uq_tables_code UNIQUE (code), 
	CONSTRAINT uq_tables_invite_hash UNIQUE (invite_hash), 
	CONSTRAINT fk_tables_host FOREIGN KEY(host) REFERENCES people (id), 
	CONSTRAINT fk_tables_rematch_of FOREIGN KEY(rematch_of) REFERENCES tables (id)
);
INSERT INTO "tables" VALUES('t1',NULL,'invite-1','mark',1,'{"ages": null}','["ada", "greedy"]',1,'ada','brisk','over','c1','["abra"]',1000,1001,1700000000000,NULL,2,'seed-1');
INSERT INTO "tables" VALUES('t2','STAR','invite-2','mark',1,'{"ages": null}','["ada", "greedy"]',1,'ada','brisk','open','c2','["abra"]',1000,NULL,NULL,'t1',0,'seed-2');
CREATE INDEX ix_tables_status_is_public_created_at ON tables (status, is_public, created_at);
CREATE INDEX ix_tables_status_id ON tables (status, id);
CREATE INDEX ix_seated_table_id ON seated (table_id);
CREATE INDEX ix_results_game_person_id_won_score ON results (game, person_id, won, score);
COMMIT;
