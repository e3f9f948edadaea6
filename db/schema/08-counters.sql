-- Exact totals, far pages and figures without a scan. A counter row updated by every change would serialize all writers, so
-- triggers insert deltas and a job folds them into rollups each second. The *_tally views sum both.

create table order_counts (
  package_id bigint not null references topup_packages (id),
  status     text   not null,
  amount     tk     not null,
  n          bigint not null,
  primary key (package_id, status, amount)
);
create table order_blocks (
  status text   not null,
  block  bigint not null,
  n      bigint not null,
  primary key (status, block)
);
-- For lists of some packages, or by amount. A package's price rarely changes, so there are hardly more rows than packages per block.
create table order_package_blocks (
  package_id bigint not null,
  status     text   not null,
  amount     tk     not null,
  block      bigint not null,
  n          bigint not null,
  -- The count is in the index, so that many packages' blocks are summed without their rows.
  primary key (package_id, status, amount, block) include (n)
);
create index order_package_blocks_block on order_package_blocks (block);
-- For sorting customers: all their orders, and those of the newest day on which they placed any. The trigger updates it at once, which
-- only orders of the same customer wait for, and these wait for the wallet anyway.
create table customer_orders (
  user_id bigint not null primary key references users (id),
  total   bigint not null default 0,
  day     date   not null default '-infinity',
  today   bigint not null default 0
);
create index customer_orders_total on customer_orders (total, user_id);
create index customer_orders_today on customer_orders (day, today, user_id);
-- Day, package and admin; sums for all packages (0), admins (0) and days (-infinity). Placed orders have no admin.
create table order_figures (
  day        date    not null,
  package_id bigint  not null,
  admin_id   bigint  not null,
  placed     bigint  not null,
  completed  bigint  not null,
  cancelled  bigint  not null,
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
  price      tk      not null,
  n          bigint  not null,
  day        date,
  admin_id   bigint,
  placed     bigint  not null default 0,
  amount     numeric not null default 0,
  cost       numeric not null default 0
);

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
  day    date,
  came   date,
  amount numeric not null default 0
);
-- One row per decision, which folding turns into counters and figures.
create table money_decisions (
  id               bigint generated always as identity,
  list             text   not null,
  row_id           bigint not null,
  was              text   not null,
  status           text   not null,
  was_amount       tk     not null,
  amount           tk     not null,
  was_completed_at timestamptz,
  completed_at     timestamptz
);
-- What moved the wallets of admins per day, for shift sheets.
create table admin_figures (
  day         date    not null,
  account_id  bigint  not null,
  collected   numeric not null,
  wallet_adds bigint  not null,
  handed_over numeric not null,
  written_off numeric not null,
  primary key (day, account_id)
);
create table admin_figure_deltas (
  day         date    not null,
  account_id  bigint  not null,
  collected   numeric not null,
  wallet_adds bigint  not null,
  handed_over numeric not null,
  written_off numeric not null
);
create table wallet_moves (
  amount tk not null
);
-- 'users': new customers. 'wallet_adds': completed ones. 'wallets': all balances, deleted customers' too, at -infinity.
create table money_figures (
  kind   text    not null,
  day    date    not null,
  n      bigint  not null,
  amount numeric not null,
  primary key (kind, day)
);
insert into money_figures (kind, day, n, amount) values ('users', '-infinity', 0, 0), ('wallets', '-infinity', 0, 0);

-- The blocks that hold rows of a day. An extra pair costs a look; a missing one would hide rows.
create table day_blocks (
  list  text   not null,
  day   date   not null,
  block bigint not null,
  primary key (list, day, block)
);

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
