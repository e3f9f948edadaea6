import { describe, expect, test } from 'vitest'
import { desk } from '#contract/desk.ts'
import { orders } from '#contract/orders.ts'
import { expectSoundBooks, journalsOf } from '../support/books.ts'
import { hold } from './browser.ts'
import { edit, SEASON_PASS_TK, startOrderDesk, tab } from './order-desk.ts'
import { arriveAs, openWithoutStream, visit } from './people.ts'
import { answer, choose, dialog, focused, save } from './screen.ts'
import { eventually, expectRow, expectText, headings, idsShown, rowOf } from './table.ts'

const { app, browser, many, orderOfShila, walletOfShila, open } = await startOrderDesk(4)

describe('deciding an order', () => {
  test('the dialog wants a status, offers what may follow, says what money does, and lies under a cover while it is sent', async () => {
    const id = await orderOfShila('81000001')
    const page = await open(`/order?status=all&order_id=${id}`)
    await edit(page, id).click()
    await dialog(page).getByText(`Order ${id}`).waitFor()
    expect(
      await dialog(page)
        .getByRole('radio')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ).toEqual(['in_progress', 'completed', 'cancel', 'pending'])
    expect(await dialog(page).getByRole('radio', { checked: true }).count()).toBe(0)
    await dialog(page).getByText('Refunds 250 tk to shila').waitFor()
    await save(page)
    await dialog(page).getByText('Select an order status').waitFor()
    await page.keyboard.press('Digit2')
    await eventually(() => dialog(page).getByRole('radio', { checked: true }).inputValue()).toBe('completed')
    const note = dialog(page).getByLabel('Note to the customer')
    await note.press('Digit1')
    await eventually(() => dialog(page).getByRole('radio', { checked: true }).inputValue()).toBe('completed')
    // What a pointer would hit in the middle of the note.
    const hit = () =>
      note.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return document.elementFromPoint(left + width / 2, top + height / 2)?.tagName
      })
    expect(await hit()).toBe('TEXTAREA')
    const go = await hold(page, `**/update-order-status/${id}`)
    await note.press('Control+Enter')
    await answer(page, 'Complete')
    await eventually(hit).toBe('FORM')
    expect((await app.call(desk.claim, { id }, await app.signIn('karim'))).status).toBe(200)
    go()
    await dialog(page).getByRole('alert').getByText('Order is being handled by Karim Hossain').waitFor()
    await eventually(hit).toBe('TEXTAREA')
    await note.click()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await eventually(() => focused(page)).toBe(`Edit order ${id}`)
  })

  test('completing by Ctrl+Enter sells the order once, and the focus goes to the next row', async () => {
    const first = await orderOfShila('81000002')
    const second = await orderOfShila('81000003')
    const before = await walletOfShila()
    const page = await open(`/order?user_id=${app.world.users.shila}&sort=created_at&dir=desc`)
    await eventually(async () => (await idsShown(page)).slice(0, 2)).toEqual([second, first])
    await edit(page, second).click()
    await choose(page, 'completed')
    await dialog(page).getByLabel('Note to the customer').fill('Enjoy the season')
    await page.keyboard.press('Control+Enter')
    await answer(page, 'Complete')
    await expectText(page, 'Order updated successfully')
    await dialog(page).waitFor({ state: 'detached' })
    await rowOf(page, second).waitFor({ state: 'detached' })
    await eventually(() => focused(page)).toBe(`Edit order ${first}`)
    expect(await walletOfShila()).toBe(before)
    expect(await journalsOf(app.db, 'order', second)).toEqual(['placed', 'completed'])
    await visit(page, `/order?status=completed&order_id=${second}`)
    await expectRow(page, second, ['completed', 'Enjoy the season', 'Rahim Uddin'])
    // By whom and when; nothing waits and nothing can be done.
    const columns = ['Order ID', 'Product', 'Price', 'Player ID', 'Status']
    const others = ['Completed by', 'Closed', 'User', 'Phone', 'Note', 'Created', 'Account type']
    expect(await headings(page)).toEqual([...columns, ...others])
    await eventually(() => edit(page, second).count()).toBe(0)
    await rowOf(page, second).focus()
    await page.keyboard.press('Shift+Enter')
    await expectText(page, 'The order is now completed.')
    expect(await page.getByRole('alertdialog').count()).toBe(0)
  })

  test('cancelling refunds the customer; the second of two who decide sees the server’s words and the new state', async () => {
    const [id, other] = [await orderOfShila('81000004'), await orderOfShila('81000014')]
    const before = await walletOfShila()
    // He is told neither by the stream nor by his list.
    const page = await openWithoutStream(browser, 'karim', `/order?status=all&order_id=${id}`)
    await edit(page, id).click()
    await choose(page, 'cancel')
    await save(page)
    const question = page.getByRole('alertdialog')
    await question.getByText(`Order ${id} will be cancelled and 250 tk refunded to shila.`).waitFor()
    await question.getByRole('button', { name: 'No, go back' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await walletOfShila()).toBe(before)
    await save(page)
    await answer(page, 'Cancel the order')
    await expectText(page, 'Order updated successfully')
    await expectRow(page, id, ['cancel', '---'])
    expect(await walletOfShila()).toBe(before + SEASON_PASS_TK)
    expect(await journalsOf(app.db, 'order', id)).toEqual(['placed', 'cancelled'])

    await visit(page, `/order?status=all&order_id=${other}`)
    await edit(page, other).click()
    await choose(page, 'cancel')
    const letGo = await hold(page, `**${orders.list.path}?*`)
    expect((await app.call(orders.setStatus, { id: other, status: 'cancel' }, await app.signIn('rahim'))).status).toBe(200)
    await save(page)
    await answer(page, 'Cancel the order')
    letGo()
    await dialog(page).getByRole('alert').getByText('Order is not available for edit').waitFor()
    await dialog(page).getByText('The order is now cancel.').waitFor()
    await eventually(() => dialog(page).getByRole('radio').count()).toBe(0)
    await dialog(page).getByRole('button', { name: 'Close' }).last().click()
    await expectRow(page, other, ['cancel', '---'])
    expect(await walletOfShila()).toBe(before + 2 * SEASON_PASS_TK)
    expect(await journalsOf(app.db, 'order', other)).toEqual(['placed', 'cancelled'])
    await expectSoundBooks(app.db)
  })

  test('an order that somebody holds: a clerk is refused, a super admin is asked again', async () => {
    const id = await orderOfShila('81000006')
    const held = await orderOfShila('81000007')
    await app.call(orders.setStatus, { id: held, status: 'in_progress' }, await app.signIn('rahim'))
    const page = await open(`/order?status=all&order_id=${held}`, 'karim')
    await edit(page, held).click()
    await choose(page, 'completed')
    await save(page)
    await answer(page, 'Complete')
    await dialog(page).getByRole('alert').getByText('Order is being handled by Rahim Uddin').waitFor()
    expect(await dialog(page).getByRole('button', { name: 'Save anyway' }).count()).toBe(0)
    expect(await journalsOf(app.db, 'order', held)).toEqual(['placed'])
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await visit(page, `/order?status=all&order_id=${id}`)
    await edit(page, id).click()
    await choose(page, 'in_progress')
    await save(page)
    await expectRow(page, id, ['in_progress', 'Karim Hossain, 10 min left'])

    await arriveAs(page, 'rahim', `/order?status=all&order_id=${id}`)
    await edit(page, id).click()
    await choose(page, 'completed')
    await save(page)
    await answer(page, 'Complete')
    await dialog(page).getByRole('alert').getByText('Order is being handled by Karim Hossain').waitFor()
    await dialog(page)
      .getByText(/^Karim Hossain holds this order until \d\d:\d\d/)
      .waitFor()
    expect(await journalsOf(app.db, 'order', id)).toEqual(['placed'])
    await dialog(page).getByRole('button', { name: 'Save anyway' }).click()
    await answer(page, 'Complete')
    await expectRow(page, id, ['completed', 'Rahim Uddin'])
  })

  test('Admins Order lists what sub-admins handle, and offers completed, pending and cancel', async () => {
    const id = await orderOfShila('81000008')
    const page = await open(`/subadmin-order?order_id=${id}`)
    await page.getByRole('heading', { level: 1, name: 'Admins Order' }).waitFor()
    const { adminCounts, counts } = orders
    const token = await app.signIn('rahim')
    const [admins, all] = [await app.call(adminCounts, {}, token), await app.call(counts, {}, token)]
    expect(admins.body.data.all).toBe(all.body.data.all - many.filter((_, at) => at % 4 === 0).length)
    await tab(page, 'All 1').waitFor()
    await visit(page, '/subadmin-order')
    await tab(page, `All ${admins.body.data.all}`).waitFor()
    await visit(page, `/subadmin-order?order_id=${id}`)
    await edit(page, id).click()
    await dialog(page).getByRole('radio').first().waitFor()
    const values = () =>
      dialog(page)
        .getByRole('radio')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    await eventually(() => values()).toEqual(['completed', 'cancel', 'pending'])
  })

  test('what an admin may not do is not offered; the bar of ticked orders goes with the right to work on them', async () => {
    const id = await orderOfShila('81000009')
    await grantKarim(['orders_view', 'orders_work'])
    const page = await open(`/order?order_id=${id}`, 'karim')
    await edit(page, id).click()
    await dialog(page).getByRole('radio', { name: 'completed' }).waitFor()
    expect(await dialog(page).getByRole('radio', { name: 'cancel' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    const bar = page.getByRole('region', { name: 'Selected orders' })
    await page.getByRole('checkbox', { name: `Select order ${id}`, exact: true }).check()
    await bar.waitFor()
    await grantKarim(['orders_view'])
    await bar.waitFor({ state: 'detached' })
    await expectRow(page, id, ['pending'])
    await eventually(() => headings(page)).not.toContain('Action')
    await grantKarim(['orders_view', 'orders_work', 'orders_cancel'])
  })

  test('what is taken away while its drawer is open is said there, and it is no longer to be decided', async () => {
    const id = await orderOfShila('81000010')
    const page = await open(`/order?order=${id}`, 'karim')
    const drawer = page.getByRole('region', { name: `Order ${id}`, exact: true })
    const offered = () => drawer.getByRole('button', { name: /^(Take|Complete|Save|Save note)$/ }).count()
    await drawer.getByRole('heading', { name: 'Timeline' }).waitFor()
    await eventually(offered).toBeGreaterThan(2)
    const taken = await app.db
      .deleteFrom('admin_packages')
      .where('admin_id', '=', app.world.admins.karim)
      .where('topup_package_id', '=', app.world.packages.seasonPass)
      .returningAll()
      .execute()
    await drawer.getByRole('alert').waitFor()
    expect(await offered()).toBe(0)
    // What he had before him stays to be read.
    await drawer.getByText('81000010').waitFor()
    await app.db.insertInto('admin_packages').values(taken).execute()
    await drawer.getByRole('alert').waitFor({ state: 'detached' })
    await eventually(offered).toBeGreaterThan(2)
  })
})

const grantKarim = (keys: string[]) =>
  app.db.transaction().execute(async (own) => {
    await own.deleteFrom('admin_modules').where('admin_id', '=', app.world.admins.karim).execute()
    await own
      .insertInto('admin_modules')
      .columns(['admin_id', 'auth_module_id'])
      .expression((from) =>
        from
          .selectFrom('auth_modules')
          .select((row) => [row.val(app.world.admins.karim).as('admin_id'), 'id as auth_module_id'])
          .where('key', 'in', keys),
      )
      .execute()
  })
