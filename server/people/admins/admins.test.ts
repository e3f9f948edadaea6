import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { admins } from '#contract/admins.ts'
import { CONFIRM_MINUTES } from '#contract/limits.ts'
import { orders } from '#contract/orders.ts'
import { PRESETS, permissions } from '#contract/permissions.ts'
import { security } from '#contract/security.ts'
import { profile, sessions } from '#contract/sessions.ts'
import { startApp } from '../../../test/support/app.ts'
import { expectSoundBooks } from '../../../test/support/books.ts'
import { ARIF, hireAdmin, lastAudit } from '../../../test/support/hired-admins.ts'
import { uploadPicture } from '../../../test/support/pictures.ts'
import { passConfirmTime } from '../../../test/support/second-factor.ts'
import { PASSWORD } from '../../../test/world.ts'
import { resetPassword } from '../../cli/reset-password.ts'
import { hashPassword } from '../../platform/auth/passwords.ts'
import { query } from '../../platform/db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterEach(() => expectSoundBooks(app.db))
afterAll(() => app.close())

describe('a new admin', () => {
  test('signs in with what they were given, holds nothing, and the password is nowhere', async () => {
    const made = await app.call(admins.create, ARIF, rahim)
    expect([made.status, made.body.message]).toEqual([200, 'Admin created successfully'])
    expect(made.body.data).toMatchObject({ username: 'arif', role: 'sub', wallet: 0, auth_count: 0, must_change_password: true })
    expect(JSON.stringify(made.body)).not.toContain(ARIF.password)
    expect(JSON.stringify(await lastAudit(app))).not.toContain(ARIF.password)
    const token = await app.logIn('arif@demo.topdeck.example', ARIF.password)
    const { data } = (await app.call(profile.show, {}, token)).body
    expect(data).toMatchObject({ role: 'sub', modules: [], topup_package_ids: [] })
    const granted = await app.call(permissions.packages, { admin_id: made.body.data.id }, rahim)
    expect(granted.body.data).toEqual({ topup_package_id: [], topup_product_id: [] })
    expect((await app.call(orders.list, {}, token)).status).toBe(403)
  })

  test('gets the active modules of a preset and all products in the same step', async () => {
    await query(app.db, `update auth_modules set status = 0 where key = 'orders_cancel'`)
    const other = { ...ARIF, username: 'lina', email: 'lina@shop.example', first_name: 'Lina', last_name: 'Banu' }
    const made = await app.call(admins.create, { ...other, preset: 'Order agent', all_products: 1 }, rahim)
    await query(app.db, `update auth_modules set status = 1 where key = 'orders_cancel'`)
    expect(made.status).toBe(200)
    expect(await lastAudit(app)).toMatchObject({ action: 'admins.create', facts: { preset: 'Order agent', all_products: 1 } })
    const token = await app.logIn(other.email, other.password)
    const { data } = (await app.call(profile.show, {}, token)).body
    expect(data.modules.toSorted()).toEqual(PRESETS['Order agent'].filter((key) => key !== 'orders_cancel').toSorted())
    expect((await app.call(orders.list, {}, token)).status).toBe(200)
    const granted = (await app.call(permissions.packages, { admin_id: made.body.data.id }, rahim)).body.data
    const living = await query<{ id: number }>(app.db, 'select id from topup_products where deleted_at is null order by id')
    expect(granted.topup_product_id).toEqual(living.map(({ id }) => id))
    const unknown = await app.call(admins.create, { ...other, username: 'x', email: 'x@shop.example', preset: 'Boss' }, rahim)
    expect(unknown).toMatchObject({ status: 422, body: { errors: [{ param: 'preset' }] } })
  })

  test('is asked to choose an own password, and held to it where the shop requires that', async () => {
    const given = { identity: 'arif', password: ARIF.password }
    const { token, must_change_password } = (await app.call(sessions.login, given)).body.data
    expect([must_change_password, (await app.call(profile.show, {}, token)).body.data.must_change_password]).toEqual([true, true])
    // Clients of before this rule work on.
    expect((await app.call(security.show, {}, token)).status).toBe(200)
    await query(app.db, 'update settings set own_password_required = 1')
    expect((await app.call(security.show, {}, token)).body.code).toBe('own_password_required')
    const own = { old_password: ARIF.password, new_password: 'my very own words', confirm_password: 'my very own words' }
    expect((await app.call(sessions.changePassword, own, token)).status).toBe(200)
    expect((await app.call(security.show, {}, token)).status).toBe(200)
    await query(app.db, 'update settings set own_password_required = 0')
    const after = await app.call(sessions.login, { ...given, password: own.new_password })
    expect(after.body.data.must_change_password).toBe(false)
  })

  test('is refused with the field named', async () => {
    const faults = [
      [{ first_name: ' ' }, 422, 'first_name', 'First name is required'],
      [{ last_name: '' }, 422, 'last_name', 'Last name is required'],
      [{ username: '' }, 422, 'username', 'Username is required'],
      [{ username: 'a@b.example' }, 422, 'username', 'Must not contain @ or spaces'],
      [{ email: 'nobody' }, 422, 'email', 'Must be an email'],
      [{ password: 'short', confirm_password: 'short' }, 422, 'password', 'At least 10 characters'],
      [{ confirm_password: 'other letters' }, 422, 'confirm_password', 'Passwords do not match'],
      [{ username: 'ARIF', email: 'new@t.example' }, 409, 'username', 'This username belongs to another admin'],
      [{ username: 'other', email: 'ARIF@demo.topdeck.EXAMPLE' }, 409, 'email', 'This email belongs to another admin'],
    ] as const
    for (const [change, status, param, msg] of faults) {
      const reply = await app.call(admins.create, { ...ARIF, ...change }, rahim)
      expect([reply.status, reply.body.errors?.[0]]).toMatchObject([status, { msg, param }])
    }
  })

  test('of ten made at once under one username, one is made', async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        app.call(admins.create, { ...ARIF, username: 'twin', email: `twin${at}@t.example` }, rahim),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  })
})

describe('the list', () => {
  test('shows everybody who was not deleted, and finds by name, mail, phone and id', async () => {
    const found = async (q: string) => (await app.call(admins.list, { q }, rahim)).body.data
    expect((await found('nadia')).data).toMatchObject([{ username: 'nadia', role: 'sub', wallet: 0 }])
    expect((await found('karim@demo')).data).toMatchObject([{ username: 'karim', auth_count: 3, package_count: 2 }])
    expect((await found('1700-000003')).data).toMatchObject([{ username: 'nadia' }])
    expect((await found(`#${app.world.admins.rahim}`)).data).toMatchObject([{ username: 'rahim', wallet: 6_200 }])
    expect((await found('nobody at all')).total).toBe(0)
    const { data } = (await app.call(admins.list, { sort: 'wallet', order: 'desc', limit: 1 }, rahim)).body.data
    expect(data).toMatchObject([{ username: 'rahim' }])
  })
})

describe('who an admin is', () => {
  test('is written by super admins, also their own; all see their own; the log has both', async () => {
    const { id, name, token } = await hireAdmin(app)
    const image = await uploadPicture(app.url, rahim)
    const details = { phone: '+880 1711-000009', image, gender: 'female', date_of_birth: '1994-02-28' } as const
    const { status, body } = await app.call(admins.edit, { id, first_name: 'Mitu', last_name: 'Sarkar', ...details }, rahim)
    expect([status, body.message]).toEqual([200, 'Admin updated successfully'])
    expect(body.data).toMatchObject({ id, username: name, first_name: 'Mitu', version: 2, ...details })
    expect((await app.call(profile.show, {}, token)).body.data).toMatchObject({ first_name: 'Mitu', ...details })
    expect(await lastAudit(app)).toMatchObject({
      action: 'admins.edit',
      subject_id: id,
      facts: {
        first_name: 'Mitu',
        ...details,
        before: { first_name: name, phone: '', image: '', gender: '', date_of_birth: null },
      },
    })
    const emptied = await app.call(admins.edit, { id, phone: '', image: '', gender: '', date_of_birth: '' }, rahim)
    // A picture is replaced, never taken away by a form that has none.
    expect(emptied.body.data).toMatchObject({ first_name: 'Mitu', phone: '', image, gender: '', date_of_birth: null })
    expect((await app.call(admins.edit, { id: app.world.admins.rahim, gender: 'male' }, rahim)).status).toBe(200)
  })

  test('an email is changed by its owner or a super admin, each confirmed, and signs in', async () => {
    const { id, name, token } = await hireAdmin(app)
    await query(app.db, 'update admins set password_hash = $2 where id = $1', [id, await hashPassword(PASSWORD)])
    const own = (email: string) => app.call(admins.changeOwnEmail, { email }, token)
    const theirs = (email: string) => app.call(admins.edit, { id, email }, rahim)
    expect((await own(' NEW.mail@t.example ')).body.message).toBe('Email changed successfully')
    expect(await lastAudit(app)).toMatchObject({
      action: 'admins.changeOwnEmail',
      subject_id: id,
      facts: { email: 'NEW.mail@t.example', before: { email: `${name}@t.example` } },
    })
    expect((await app.call(profile.show, {}, token)).body.data.email).toBe('NEW.mail@t.example')
    expect((await app.call(sessions.login, { identity: 'new.MAIL@t.example', password: PASSWORD })).status).toBe(200)
    expect((await own('karim@DEMO.topdeck.example')).body.errors).toMatchObject([{ code: 'admin_email_taken', param: 'email' }])
    expect((await own('nobody')).body.errors).toMatchObject([{ code: 'must_be_email', param: 'email' }])
    expect((await theirs('theirs@t.example')).body.data.email).toBe('theirs@t.example')
    expect((await lastAudit(app)).facts).toMatchObject({ email: 'theirs@t.example', before: { email: 'NEW.mail@t.example' } })
    await passConfirmTime(app, CONFIRM_MINUTES)
    expect((await own('late@t.example')).body.code).toBe('confirm_required')
    expect((await theirs('late@t.example')).body.code).toBe('confirm_required')
    // With the email as it is, as the form sends it.
    expect((await app.call(admins.edit, { id, email: 'theirs@t.example', phone: '017' }, rahim)).status).toBe(200)
    await query(app.db, 'update sessions set confirmed_at = now()')
  })

  test('is refused with the field named, to sub-admins altogether', async () => {
    const { id, token } = await hireAdmin(app)
    for (const [change, param, msg] of [
      [{ first_name: ' ' }, 'first_name', 'First name is required'],
      [{ last_name: '' }, 'last_name', 'Last name is required'],
      [{ gender: 'colonel' }, 'gender', 'Must be one of female, male, other'],
      [{ date_of_birth: '2999-01-01' }, 'date_of_birth', 'Enter a date of birth in the past'],
      [{ date_of_birth: '1994-02-30' }, 'date_of_birth', 'Enter a date of birth in the past'],
      [{ date_of_birth: '0090-05-12' }, 'date_of_birth', 'Enter a year from 1900 on'],
      [{ image: '/images/never-uploaded.webp' }, 'image', 'Upload the image first'],
    ] as const) {
      const reply = await app.call(admins.edit, { id, ...change } as { id: number }, rahim)
      expect([reply.status, reply.body.errors?.[0]]).toMatchObject([422, { msg, param }])
    }
    expect((await app.call(admins.edit, { id, phone: '1' }, token)).status).toBe(403)
    expect((await app.call(admins.show, { id }, token)).status).toBe(403)
    expect((await app.call(admins.edit, { id: 999_999, phone: '1' }, rahim)).status).toBe(404)
  })

  test('by two at once from one form is saved once; the other is shown what is there now', async () => {
    const { id } = await hireAdmin(app)
    const replies = await Promise.all(
      ['017', '018', '019'].map((phone) => app.call(admins.edit, { id, version: 1, phone }, rahim)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.body.data).toMatchObject({ id, version: 2 })
    // What is decided elsewhere is no change of who they are.
    await app.call(admins.setRole, { id, role: 'super' }, rahim)
    expect((await app.call(admins.edit, { id, version: 2, phone: '016' }, rahim)).body.data).toMatchObject({ version: 3 })
    await app.call(admins.remove, { id }, rahim)
  })
})

describe('roles', () => {
  test('make an admin a super admin and back, at their very next call', async () => {
    const { id, token } = await hireAdmin(app)
    expect((await app.call(admins.list, {}, token)).status).toBe(403)
    const raised = await app.call(admins.setRole, { id, role: 'super' }, rahim)
    expect([raised.body.message, raised.body.data.role]).toEqual(['Role updated successfully', 'super'])
    expect((await app.call(admins.list, {}, token)).status).toBe(200)
    await app.call(admins.setRole, { id, role: 'sub' }, rahim)
    expect(await lastAudit(app)).toMatchObject({ facts: { role: 'sub', before: { role: 'super' } } })
    expect((await app.call(admins.list, {}, token)).status).toBe(403)
  })

  test('no admin changes their own', async () => {
    const own = await app.call(admins.setRole, { id: app.world.admins.rahim, role: 'sub' }, rahim)
    expect([own.status, own.body.message]).toEqual([409, 'You cannot change your own role'])
  })

  test('two super admins who take each other’s role or account at once: one stays', async () => {
    for (let round = 0; round < 20; round++) {
      const [one, other] = [await hireAdmin(app, 'super'), await hireAdmin(app, 'super')]
      await query(app.db, `update admins set role = 'sub' where role = 'super' and id not in ($1, $2)`, [one.id, other.id])
      const take = (by: typeof one, whose: typeof one) =>
        round % 2
          ? app.call(admins.remove, { id: whose.id }, by.token)
          : app.call(admins.setRole, { id: whose.id, role: 'sub' }, by.token)
      const replies = await Promise.all([take(one, other), take(other, one)])
      const statuses = replies.map(({ status }) => status).sort()
      // The loser is refused, or signed out, or not a super admin any more when they ask.
      expect(statuses[0]).toBe(200)
      expect([401, 403, 404]).toContain(statuses[1])
      const left = await query(app.db, `select id from admins where role = 'super' and deleted_at is null`)
      expect(left).toHaveLength(1)
    }
    await query(app.db, `update admins set role = 'super' where id = $1`, [app.world.admins.rahim])
  })

  test('the database itself keeps the last super admin', async () => {
    for (const change of [`role = 'sub'`, 'deleted_at = now()']) {
      const all = query(app.db, `update admins set ${change} where role = 'super' and deleted_at is null`)
      await expect(all).rejects.toMatchObject({ constraint: 'admins_last_super' })
    }
  })
})

describe('a forgotten password', () => {
  test('is replaced by a one-time password that opens only the choice of another', async () => {
    const { id, name, token } = await hireAdmin(app, 'super')
    await query(app.db, 'update admins set password_hash = $2 where id = $1', [id, await hashPassword(PASSWORD)])
    const { body } = await app.call(admins.resetPassword, { id }, rahim)
    expect(body.message).toBe('Password reset successfully')
    const { password } = body.data
    expect(JSON.stringify(await lastAudit(app))).not.toContain(password)
    const stored = await query<{ reply: unknown }>(app.db, 'select reply from idempotency_keys where reply::text like $1', [
      `%${password}%`,
    ])
    expect(stored).toEqual([])
    expect((await app.call(profile.show, {}, token)).status).toBe(401)
    await expect(app.logIn(name, PASSWORD)).rejects.toThrow('Wrong email or password')

    const first = await app.logIn(name, password)
    expect((await app.call(profile.show, {}, first)).body.data.must_change_password).toBe(true)
    const closed = await app.call(admins.list, {}, first)
    expect([closed.status, closed.body.message]).toEqual([403, 'Choose your own password first'])
    const own = { old_password: password, new_password: 'my very own words', confirm_password: 'my very own words' }
    expect((await app.call(sessions.changePassword, own, first)).status).toBe(200)
    expect((await app.call(admins.list, {}, first)).status).toBe(200)
    expect((await app.call(profile.show, {}, await app.logIn(name, own.new_password))).body.data.must_change_password).toBe(false)
  })

  test('the one-time password itself is not taken as one’s own', async () => {
    const { id, name } = await hireAdmin(app)
    const { password } = (await app.call(admins.resetPassword, { id }, rahim)).body.data
    const token = await app.logIn(name, password)
    const same = { old_password: password, new_password: password, confirm_password: password }
    const refused = await app.call(sessions.changePassword, same, token)
    expect([refused.status, refused.body.errors?.[0]?.param]).toEqual([422, 'new_password'])
    expect((await app.call(profile.show, {}, token)).body.data.must_change_password).toBe(true)
  })

  test('is reset from the command line too, by email or username, and recorded', async () => {
    const { id, name, token } = await hireAdmin(app)
    await expect(resetPassword(app.db, 'nobody@t.example')).rejects.toThrow('There is no admin nobody@t.example')
    const [line = ''] = await resetPassword(app.db, ` ${name.toUpperCase()}@T.example`)
    expect(line).toContain(`One-time password of ${name}@t.example (sub-admin): `)
    expect(await lastAudit(app)).toMatchObject({ actor: 'system', action: 'admins.resetPassword', subject_id: id })
    expect((await app.call(profile.show, {}, token)).status).toBe(401)
    const own = await app.logIn(name, line.split(': ')[1] ?? '')
    expect((await app.call(profile.show, {}, own)).body.data.must_change_password).toBe(true)
  })

  test('of a deleted admin is not reset, by super admins or on the command line', async () => {
    const { id, name } = await hireAdmin(app)
    expect((await app.call(admins.remove, { id }, rahim)).status).toBe(200)
    expect((await app.call(admins.resetPassword, { id }, rahim)).status).toBe(404)
    await expect(resetPassword(app.db, name)).rejects.toThrow(`There is no admin ${name}`)
  })

  test('lifts the lock of wrong passwords, and is not taken again in other letters', async () => {
    const { id, name } = await hireAdmin(app)
    for (let at = 0; at < 6; at++) await app.logIn(name, `wrong ${at}`).catch(() => undefined)
    await expect(app.logIn(name, 'wrong')).rejects.toThrow('Too many failed attempts')
    const { password } = (await app.call(admins.resetPassword, { id }, rahim)).body.data
    const token = await app.logIn(name, password)
    const wide = password.replace(/[a-z]/i, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
    const same = { old_password: password, new_password: wide, confirm_password: wide }
    expect((await app.call(sessions.changePassword, same, token)).status).toBe(422)
  })

  test('of two super admins who reset each other at once, one stays signed in', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await hireAdmin(app, 'super'), await hireAdmin(app, 'super')]
      const replies = await Promise.all([
        app.call(admins.resetPassword, { id: other.id }, one.token),
        app.call(admins.resetPassword, { id: one.id }, other.token),
      ])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
    }
  })

  test('no admin resets their own', async () => {
    const own = await app.call(admins.resetPassword, { id: app.world.admins.rahim }, rahim)
    expect([own.status, own.body.message]).toEqual([409, 'Change your own password in your profile'])
  })
})
