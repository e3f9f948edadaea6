import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, inject, test } from 'vitest'
import { openDatabase, query } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { openPool } from '../db/pool.ts'
import { checkInvariants } from '../ledger/invariants.ts'
import { scanStats } from '../testing/figures.ts'
import { awayFromMidnight } from '../testing/midnight.ts'
import { chartText, statsText } from './figures.ts'

/** The shop as it was before there were figures: some of it counted, some of it not yet folded. */
const BEFORE = `
  insert into admins (first_name, last_name, username, email, password_hash) values ('A', 'B', 'ab', 'ab@topdeck.example', '');
  insert into users (username, phone, created_at) values
    ('one', '01700000001', now()), ('two', '01700000002', now() - interval '3 days'), ('gone', '01700000003', now());
  update users set deleted_at = now() where username = 'gone';
  insert into topup_products (name) values ('Game');
  insert into topup_packages (product_id, name, price, bprice) values (1, 'Pack', 80, 72);
  insert into transactions (user_id, amount) select 1 + n % 3, 500 + n from generate_series(1, 6) n;
  select decide_wallet_add(1, 'completed', 1), decide_wallet_add(2, 'completed', 1), decide_wallet_add(3, 'cancel', 1);
  select fold_money_counts();
  select decide_wallet_add(4, 'completed', 1);
  update transactions set amount = 600, edits = 1, updated_at = now() + interval '2 days' where id = 1;
  insert into journals (source, source_id, kind, admin_id, amount, debit_id, credit_id)
  select 'wallet_add', 1, 'edited', 1, 99, c.id, w.id from accounts c, accounts w
  where c.admin_id = 1 and w.user_id = 2 and w.kind = 'user_wallet';
  insert into orders (user_id, product_id, package_id, product_name, name, amount, bprice, cost, playerid, created_at)
  select 2, 1, 1, 'Game', 'Pack', 80, 72, 72, '900', now() - n * interval '9 hours' from generate_series(0, 5) n;
  insert into journals (source, source_id, kind, amount, debit_id, credit_id)
  select 'order', o.id, 'placed', 80, w.id, h.id from orders o, accounts w, accounts h
  where w.user_id = 2 and w.kind = 'user_wallet' and h.kind = 'orders_held';
  select fold_order_counts();
  update orders set status = 'completed', completed_by = 1, closed_at = now() where id <= 3;
  insert into journals (source, source_id, kind, amount, debit_id, credit_id)
  select 'order', o.id, 'completed', 80, h.id, s.id from orders o, accounts s, accounts h
  where o.id <= 3 and s.kind = 'sales' and h.kind = 'orders_held'`

test('an upgrade fills the figures from what is there, and they go on', async () => {
  await awayFromMidnight()
  const name = `upgrade_${process.pid}`
  const admin = openPool(inject('serverUrl'), 1)
  await admin.query(`create database ${name}`)
  const url = new URL(inject('serverUrl'))
  url.pathname = `/${name}`
  const pool = openPool(url.href, 2)
  const folder = mkdtempSync(join(tmpdir(), 'topdeck-migrations-'))
  try {
    const own = new URL('../db/migrations/', import.meta.url)
    for (const file of readdirSync(own)) if (file < '027') copyFileSync(new URL(file, own), join(folder, file))
    await migrate(pool, pathToFileURL(`${folder}/`))
    await pool.query(BEFORE)
    await migrate(pool)
    const db = openDatabase(pool)
    const expectTrue = async () => {
      const [figures] = await query(db, statsText(null), [null, 0])
      expect(figures).toEqual(await scanStats(db))
      expect(await checkInvariants(db)).toEqual([])
      return figures
    }
    // The edit of a completed wallet add has not moved it to another day.
    expect(await expectTrue()).toMatchObject({
      totalUser: 2,
      todaysUser: 1,
      todaysTotalWallet: 600 + 502 + 504,
      todaysCompletedOrder: 3,
    })
    const chart = await query<{ n: number }>(db, chartText(null), [null, 7])
    expect(chart.reduce((sum, { n }) => sum + n, 0)).toBe(6)
    await pool.query(`select decide_wallet_add(5, 'completed', 1)`)
    expect(await expectTrue()).toMatchObject({ todaysTotalWallet: 600 + 502 + 504 + 505 })
  } finally {
    await pool.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    rmSync(folder, { recursive: true, force: true })
  }
})
