create table admins (
  id                   bigint      generated always as identity primary key,
  first_name           text        not null,
  last_name            text        not null,
  username             text        not null,
  email                text        not null,
  password_hash        text        not null,
  must_change_password boolean     not null default false,
  -- It opens nothing else, whatever the setting says.
  password_is_one_time boolean     not null default false,
  role                 text        not null default 'sub' check (role in ('super', 'sub')),
  gender               text        not null default '',
  date_of_birth        date,
  image                text        not null default '',
  phone                text        not null default '',
  created_at           timestamptz not null default now(),
  deleted_at           timestamptz,
  version              integer     not null default 1
);
create unique index admins_email_unique on admins (lower(email)) where deleted_at is null;
create unique index admins_username_unique on admins (text_key(username)) where deleted_at is null;

create table sessions (
  id           bigint      generated always as identity primary key,
  -- SHA-256 of the token; the token itself is never stored.
  token_hash   bytea       not null constraint sessions_token_unique unique,
  admin_id     bigint      not null references admins (id),
  remembered   boolean     not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at   timestamptz not null,
  -- The last sign-in, password or second factor. Sensitive calls need a recent one.
  confirmed_at timestamptz not null default now(),
  address      text        not null default '',
  user_agent   text        not null default '',
  -- Failed sign-ins to the account between the sign-in before and this one.
  failed_before integer    not null default 0
);
create index sessions_admin on sessions (admin_id);

create table totp_secrets (
  admin_id      bigint      primary key references admins (id),
  secret_sealed bytea       not null,
  -- False until a first code has shown that the app has the secret.
  is_active     boolean     not null default false,
  -- The 30-second step of the last accepted code: each code opens once.
  last_step     bigint      not null default 0,
  created_at    timestamptz not null default now()
);

create table passkeys (
  id            bigint      generated always as identity primary key,
  admin_id      bigint      not null references admins (id),
  credential_id text        not null constraint passkeys_credential_unique unique,
  public_key    bytea       not null,
  counter       bigint      not null,
  transports    text[]      not null default '{}',
  name          text        not null check (length(name) <= 120),
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz
);
create index passkeys_admin on passkeys (admin_id);

create table recovery_codes (
  admin_id  bigint      not null references admins (id),
  -- SHA-256: a code has 80 random bits.
  code_hash bytea       not null,
  used_at   timestamptz,
  primary key (admin_id, code_hash)
);

-- Challenges are signed, not stored. Only their use is, so that each opens once.
create table used_challenges (
  challenge_hash bytea       primary key,
  expires_at     timestamptz not null
);

create table login_attempts (
  key          bytea         primary key,
  failed_at    timestamptz[] not null,
  locked_until timestamptz
);

-- Browsers in which an admin has signed in: strangers cannot use up their attempts.
create table known_browsers (
  -- SHA-256 of the token in the browser's cookie.
  token_hash   bytea       not null,
  admin_id     bigint      not null references admins (id),
  last_used_at timestamptz not null default now(),
  primary key (token_hash, admin_id)
);
create index known_browsers_used on known_browsers (last_used_at);

-- Without an admin: no account has that email or username. What was typed is not kept, because it may be a password.
create table failed_sign_ins (
  id        bigint      generated always as identity primary key,
  quarter   timestamptz not null,
  admin_id  bigint      references admins (id),
  network   text        not null,
  failed    integer     not null default 0,
  -- Attempts that a limit refused before their password was checked.
  refused   integer     not null default 0,
  -- Those that the admin has not been told of.
  unseen    integer     not null default 0,
  is_logged boolean     not null default false,
  constraint failed_sign_ins_once unique nulls not distinct (quarter, admin_id, network)
);
create index failed_sign_ins_unseen on failed_sign_ins (admin_id) where unseen > 0;
create index failed_sign_ins_to_log on failed_sign_ins (quarter) where not is_logged;

create table auth_modules (
  id          bigint  generated always as identity primary key,
  key         text    not null unique,
  name        text    not null,
  slug        text    not null constraint auth_modules_slug_unique unique check (slug ~ '^[a-z0-9_]+$'),
  description text    not null,
  auth_url    text    not null,
  status      integer not null default 0 check (status in (0, 1))
);

create table admin_modules (
  admin_id       bigint not null references admins (id),
  auth_module_id bigint not null references auth_modules (id),
  primary key (admin_id, auth_module_id)
);

create table saved_views (
  id         bigint      generated always as identity primary key,
  admin_id   bigint      not null references admins (id),
  screen     text        not null,
  name       text        not null,
  search     text        not null,
  is_shared  integer     not null default 0 check (is_shared in (0, 1)),
  created_at timestamptz not null default now(),
  constraint saved_views_name_unique unique (admin_id, screen, name)
);

-- Not repeatable functions, because columns and indexes use them: a migration that changes one must also rebuild those.

create function phone_key(p_phone text) returns text language sql immutable parallel safe
  return regexp_replace(
    regexp_replace(translate(p_phone, '০১২৩৪৫৬৭৮৯', '0123456789'), '[^0-9]', '', 'g'),
    '^0*(?:8800*)?(1[3-9][0-9]{8})$', '880\1');

create function sms_number(p_phone_key text) returns text language sql immutable parallel safe
  return case when p_phone_key ~ '^8801[3-9][0-9]{8}$' then p_phone_key end;

create function tag_keys(p_tags text[]) returns text[] language sql immutable parallel safe
  return array(select text_key(tag) from unnest(p_tags) as tag);

-- array_to_string is only stable, because other types depend on settings; texts do not.
create function tags_text(p_tags text[]) returns text language sql immutable parallel safe
  return array_to_string(p_tags, ' ');

create table users (
  id              bigint      generated always as identity primary key,
  username        text        not null,
  first_name      text        not null default '',
  last_name       text        not null default '',
  email           text        not null default '',
  phone           text        not null,
  phone_digits    text        not null generated always as (phone_key(phone)) stored,
  password_hash   text,
  account_status  text        not null default 'active',
  is_banned       integer     not null default 0 check (is_banned in (0, 1)),
  is_phone_verify integer     not null default 0 check (is_phone_verify in (0, 1)),
  -- From the sign-in provider, never an uploaded picture.
  avatar          text        not null default '',
  provider        text        not null default '',
  scores          integer     not null default 0,
  address         text        not null default '',
  city            text        not null default '',
  zip_code        text        not null default '',
  -- For admins; the customer never sees them.
  note            text        not null default '',
  tags            text[]      not null default '{}' check (cardinality(tags) <= 10),
  created_at      timestamptz not null default now(),
  deleted_at      timestamptz,
  version         integer     not null default 1,
  search          text        not null generated always as (text_key(username || ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || tags_text(tags))) stored
);
create unique index users_phone_unique on users (phone_digits) where deleted_at is null;
create index users_search on users using gin (search gin_trgm_ops);
create index users_tags on users using gin (tag_keys(tags));
create index users_phone_search on users using gin (phone_digits gin_trgm_ops);
create index users_username on users (lower(username), id) where deleted_at is null;
create index users_deleted on users (id) where deleted_at is not null;
create index users_without_sms_number on users (id) where deleted_at is null and sms_number(phone_digits) is null;
