create table settings (
  is_only               boolean primary key default true check (is_only),
  version               bigint  not null default 1,
  shop_name             text    not null default '' check (length(shop_name) <= 120),
  -- Changed only by set_time_zone, which recounts the figures.
  time_zone             text    not null default 'Asia/Dhaka',
  low_stock_codes       integer not null default 20 check (low_stock_codes between 0 and 100000),
  claim_minutes         integer not null default 10 check (claim_minutes between 2 and 240),
  secrets_kept_days     integer not null default 7 check (secrets_kept_days between 1 and 365),
  -- In tk, by one sub-admin; 0: no limit.
  wallet_changes_per_day integer not null default 20000 check (wallet_changes_per_day between 0 and 10000000),
  sms_gateway           text    not null default 'outbox' check (sms_gateway in ('outbox', 'http')),
  sms_url               text    not null default '',
  sms_method            text    not null default 'POST' check (sms_method in ('GET', 'POST')),
  sms_per_second        integer not null default 10 check (sms_per_second between 1 and 1000),
  sms_key_sealed        bytea,
  -- What an accepted reply contains: many gateways refuse with status 200.
  sms_accepted_field    text    not null default '' check (length(sms_accepted_field) <= 120),
  sms_accepted          text    not null default '' check (length(sms_accepted) <= 200),
  webhook_url           text    not null default '',
  webhook_secret_sealed bytea,
  second_factor         text    not null default 'optional' check (second_factor in ('optional', 'super', 'all')),
  -- Whether sensitive calls need a recent sign-in, password or second factor.
  confirm_again         integer not null default 1 check (confirm_again in (0, 1)),
  -- Whether a password that somebody else set opens nothing but the change of it.
  own_password_required integer not null default 0 check (own_password_required in (0, 1)),
  -- Outgoing requests to other private addresses are refused.
  internal_hosts        text    not null default '',
  key_print             text,
  constraint settings_sms_has_url check (sms_gateway = 'outbox' or sms_url <> ''),
  constraint settings_webhook_has_secret check (webhook_url = '' or webhook_secret_sealed is not null)
);
insert into settings default values;
