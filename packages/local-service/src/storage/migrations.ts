import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Ability IDs and installed IDs are both integers, and clients have mixed them up and toggled the wrong Ability
 * (service notes, endpoint 6). Separate ranges make such a mix-up fail.
 */
const FIRST_IDS = { agents: 101, abilities: 6001, releases: 30001, installed_abilities: 90001 };

const createTables: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      sql`create table settings (name text primary key, value text not null)`,
      sql`create table accounts (id integer primary key autoincrement, name text not null unique, created_at text not null)`,
      sql`create table api_keys (
        id integer primary key autoincrement,
        account_id integer not null references accounts (id),
        hash text not null unique,
        last_four text not null,
        created_at text not null,
        revoked_at text
      )`,
      sql`create table agents (
        id integer primary key autoincrement,
        account_id integer not null references accounts (id),
        name text not null,
        image_file text,
        unique (account_id, name)
      )`,
      sql`create table abilities (
        id integer primary key autoincrement,
        account_id integer not null references accounts (id),
        name text not null,
        category text not null,
        description text not null,
        trigger_words text not null,
        image_file text,
        is_approved integer not null,
        is_published integer not null,
        last_updated text not null,
        unique (account_id, name)
      )`,
      sql`create table releases (
        id integer primary key autoincrement,
        ability_id integer not null references abilities (id) on delete cascade,
        version integer not null,
        is_committed integer not null,
        commit_message text not null,
        package_file text not null,
        unique (ability_id, version)
      )`,
      sql`create table installed_abilities (
        id integer primary key autoincrement,
        account_id integer not null references accounts (id),
        ability_id integer unique references abilities (id) on delete cascade,
        name text not null,
        category text not null,
        enabled integer not null,
        trigger_words text not null,
        is_default integer not null,
        is_system integer not null,
        is_for_agents integer not null,
        shortcut text,
        last_updated text not null
      )`,
      sql`create index installed_abilities_by_account on installed_abilities (account_id)`,
      sql`create table agent_abilities (
        agent_id integer not null references agents (id) on delete cascade,
        ability_id integer not null references abilities (id) on delete cascade,
        primary key (agent_id, ability_id)
      ) without rowid`,
      sql`create index agent_abilities_by_ability on agent_abilities (ability_id)`,
    ];
    for (const statement of statements) await statement.execute(db);
    for (const [table, firstId] of Object.entries(FIRST_IDS)) {
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${firstId - 1})`.execute(db);
    }
  },
};

/**
 * Fields that clients edit: descriptions of Agents, the keys that an Ability uses, and an open release for each
 * Ability.
 */
const keepEdits: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table agents add column description text not null default ''`.execute(db);
    await sql`alter table abilities add column selected_keys text not null default '[]'`.execute(db);
    await sql`alter table abilities add column is_system integer not null default 0`.execute(db);
    await sql`update abilities set is_system = 1 where id in
      (select ability_id from installed_abilities where is_system = 1)`.execute(db);
    // Until now every release was committed, which left none to push to.
    await sql`update releases set is_committed = 0 where (ability_id, version) in
      (select ability_id, max(version) from releases group by ability_id)`.execute(db);
  },
};

/** The release that somebody chose to run, and the name that a duplicate shows: names themselves are unique. */
const chooseReleases: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table abilities add column enabled_release_id integer
      references releases (id) on delete set null`.execute(db);
    await sql`alter table abilities add column shown_name text`.execute(db);
    // Null for the releases of earlier versions, whose time is unknown.
    await sql`alter table releases add column created_at text`.execute(db);
  },
};

/** Sorted by name. Never edit a released migration. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-create-tables': createTables,
  '0002-keep-edits': keepEdits,
  '0003-choose-releases': chooseReleases,
};
