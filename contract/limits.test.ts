import { expect, test } from 'vitest'
import { api } from './index.ts'
import * as limits from './limits.ts'

test('point 9 of the specification, figure by figure', () => {
  expect({ ...limits }).toMatchObject({
    DEFAULT_PAGE_SIZE: 10,
    PAGE_SIZES: [5, 10, 25, 50],
    LOCAL_PAGE_SIZES: [5, 10, 20, 50],
    ALL_PAGES_SHOWN_UP_TO: 30,
    TOAST_CLOSE_MS: 5_000,
    REQUEST_TIMEOUT_MS: 10_000,
    READ_DELAY_MS: 400,
    FILTER_DEBOUNCE_MS: 500,
    COLUMNS_SAVE_DEBOUNCE_MS: 300,
    LOCAL_SEARCH_DEBOUNCE_MS: 200,
    REDIRECT_DELAY_MS: 1_500,
    ORDERS_CHART_HEIGHT_PX: 364,
    TOP_CUSTOMERS: 5,
    SMS_PAGE_SIZE: 50,
    SMS_LOAD_WITHIN_PX: 400,
  })
})

test('the figures of the product rules', () => {
  expect({ ...limits }).toMatchObject({
    SESSION_HOURS: 12,
    SESSION_REMEMBERED_DAYS: 30,
    LOGIN_FAILURES_ALLOWED: 5,
    LOGIN_WINDOW_MINUTES: 5,
    LOGIN_LOCK_MINUTES: 15,
    CLAIM_LEASE_MINUTES: 10,
    SECRETS_KEPT_DAYS: 7,
    IDEMPOTENCY_DAYS: 30,
    REVEAL_MINUTES: 10,
    CODE_MISSES_ALLOWED: 30,
    CODE_MISSES_MINUTES: 10,
  })
})

test('what a call means that leaves them out', () => {
  expect(api.orders.list.input.parse({})).toMatchObject({ page: 1, limit: 10 })
  expect(api.walletAdds.list.input.parse({})).toMatchObject({ page: 1, limit: 10 })
  expect(api.users.list.input.parse({})).toMatchObject({ page: 1, limit: 10 })
  expect(api.vouchers.list.input.parse({})).toMatchObject({ page: 1, limit: 10 })
  expect(api.campaigns.recipients.input.parse({})).toMatchObject({ page: 1, limit: 50 })
  expect(api.notices.create.input.parse({ image: 'a.png', notice: 'Closed' })).toMatchObject({ for_home_modal: 1 })
  expect(api.paymentMethods.create.input.parse({ name: 'A', logo: 'a.png', info: '017' })).toMatchObject({ status: '1' })
})
