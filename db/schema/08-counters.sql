-- Exact totals, far pages and figures without a scan. Each list has rollups, and deltas: a counter row that every change updated would be
-- a queue for all of them, so triggers only insert deltas, and a job folds these into the rollups each second. Readers sum both (the
-- *_tally views). A block is 8192 ids (see block_of).

-- Orders, by package and status, and by status and block.
create table order_counts (
  package_id bigint not null references topup_packages (id),
  status     text   not null,
  n          bigint not null,
  primary key (package_id, status)
);
create table order_blocks (
  status text   not null,
  block  bigint not null,
  n      bigint not null,
  primary key (status, block)
);
-- The dashboard: a row per day, package and admin, and also one for all packages (0), for all admins (0) and for all days (-infinity).
-- Placed orders have no admin.
create table order_figures (
  day        date    not null,
  package_id bigint  not null,
  admin_id   bigint  not null,
  placed     bigint  not null,
  completed  bigint  not null,
  -- Of the completed ones.
  amount     numeric not null,
  cost       numeric not null,
  primary key (package_id, admin_id, day)
);
create index order_figures_day on order_figures (day, package_id);
create table order_count_deltas (
  id         bigint  generated always as identity primary key,
  package_id bigint  not null,
  block      bigint  not null,
  status     text    not null,
  n          bigint  not null,
  -- When the order was placed or completed, for what is figured by day; else null.
  day        date,
  admin_id   bigint,
  placed     bigint  not null default 0,
  amount     numeric not null default 0,
  cost       numeric not null default 0
);

-- Wallet adds, withdrawals, product orders and customers ('users', 'living').
create table money_counts (
  list   text   not null,
  status text   not null,
  block  bigint not null,
  n      bigint not null,
  primary key (list, status, block)
);
create table money_count_deltas (
  list   text    not null,
  status text    not null,
  block  bigint  not null,
  n      bigint  not null,
  -- The day that is figured.
  day    date,
  -- The day on which the counted rows were created.
  came   date,
  amount numeric not null default 0
);
-- One row per decision on a wallet add or withdrawal: counters, figures and the store's messages are made from it when it is folded.
create table money_decisions (
  -- For their order alone.
  id               bigint generated always as identity,
  list             text   not null,
  row_id           bigint not null,
  user_id          bigint not null,
  was              text   not null,
  status           text   not null,
  was_amount       tk     not null,
  amount           tk     not null,
  was_completed_at timestamptz,
  completed_at     timestamptz
);
-- What journals other than those of wallet adds, which a decision covers, move in customers' wallets.
create table wallet_moves (
  amount tk not null
);
-- 'users': customers by the day on which they came; 'wallet_adds': completed ones by day; 'wallets': what is in all customers' wallets,
-- including those of deleted customers. For all days: -infinity.
create table money_figures (
  kind   text    not null,
  day    date    not null,
  n      bigint  not null,
  amount numeric not null,
  primary key (kind, day)
);
insert into money_figures (kind, day, n, amount) values ('users', '-infinity', 0, 0), ('wallets', '-infinity', 0, 0);

-- Which blocks hold rows of which day, so that a list of some days is found and counted along the ids. A pair too many costs a look; a
-- missing one would hide rows.
create table day_blocks (
  list  text   not null,
  day   date   not null,
  block bigint not null,
  primary key (list, day, block)
);

-- Vouchers, by package and state (see voucher_state).
create table voucher_counts (
  package_id bigint  not null references topup_packages (id),
  state      integer not null,
  n          bigint  not null,
  primary key (package_id, state)
);
create table voucher_blocks (
  package_id bigint  not null references topup_packages (id),
  state      integer not null,
  block      bigint  not null,
  n          bigint  not null,
  primary key (package_id, state, block)
);
create table voucher_count_deltas (
  id         bigint  generated always as identity primary key,
  package_id bigint  not null,
  state      integer not null,
  block      bigint  not null,
  n          bigint  not null
);

-- Numbers of SMS campaigns, by state: the progress of each campaign, and where a page of its numbers begins.
create table campaign_counts (
  campaign_id bigint not null,
  state       text   not null,
  block       bigint not null,
  n           bigint not null,
  primary key (campaign_id, state, block)
);
create index campaign_counts_waiting on campaign_counts (campaign_id) where state = 'waiting';
create index campaign_counts_empty on campaign_counts (campaign_id) where n = 0;
create table campaign_count_deltas (
  id          bigint generated always as identity primary key,
  campaign_id bigint not null,
  state       text   not null,
  block       bigint not null,
  n           bigint not null
);
