/** Business constants and limits: point 9 of the specification and the figures of the product rules, each named once. */

export const DEFAULT_PAGE_SIZE = 10
/** Sizes offered where the call takes page and limit. */
export const PAGE_SIZES = [5, 10, 25, 50] as const
/** Sizes offered on tables that are loaded whole. */
export const LOCAL_PAGE_SIZES = [5, 10, 20, 50] as const
export const MAX_PAGE_SIZE = 100
export const MAX_PAGE = 1_000_000_000
/** Characters of a search. */
export const MAX_SEARCH = 200
/** Rows that a screen may show at once: a page, and as many again that have left it. */
export const MAX_ROWS_SHOWN = 2 * MAX_PAGE_SIZE
/** Up to this many pages the pager shows every one. */
export const ALL_PAGES_SHOWN_UP_TO = 30
/** Beyond that: pages on each side of the present one, and how many of the last ones. */
export const PAGES_AROUND = 3
export const PAGES_AT_THE_END = 3

export const TOAST_CLOSE_MS = 5_000
export const REQUEST_TIMEOUT_MS = 10_000
/** Of an upload, and of a call that `takesLong`: not for ever. */
export const LONG_REQUEST_TIMEOUT_MS = 120_000
/** Changes within this time after a first one go out as one request. */
export const READ_DELAY_MS = 400
export const FILTER_DEBOUNCE_MS = 500
export const COLUMNS_SAVE_DEBOUNCE_MS = 300
export const LOCAL_SEARCH_DEBOUNCE_MS = 200
export const REDIRECT_DELAY_MS = 1_500
/** How often an open list asks again by itself. */
export const LIST_POLL_MS = 5_000
/** Polls of counts and sums, which need not be as fresh as an open list. */
export const COUNTS_POLL_MS = 4 * LIST_POLL_MS
export const ORDERS_CHART_HEIGHT_PX = 364
/** What a wallet add, a withdrawal and a hand-over may be, in the order of filters and choosers. */
export const MONEY_STATUSES = ['completed', 'pending', 'cancel'] as const
/** Codes of vouchers in the order of the filter, with its words. */
export const VOUCHER_LABELS = [
  [1, 'Ready'],
  [2, 'Used'],
  [0, 'Hide'],
] as const
/** Earn wallet adjustment types. */
export const EARN_TYPES = ['add', 'deduct'] as const
/** With which payment methods and notices are made. */
export const PAYMENT_METHOD_STATUS = '1'
export const NOTICE_FOR_HOME_MODAL = 1
/** Days of the orders chart, ending today. */
export const CHART_DAYS = 30
export const CHART_DAYS_LEAST = 7
export const CHART_DAYS_MOST = 90
export const TOP_CUSTOMERS = 5
/** Days over which the top customers are found, ending today. */
export const TOP_CUSTOMERS_DAYS = 30

/** Largest amount accepted anywhere, in tk. */
export const MAX_TK = 10_000_000
/** Largest balance that the books can hold, in tk. */
export const MAX_BALANCE = 999_999_999_999.99
export const MAX_TEXT = 2_000
export const MAX_NAME = 120
/** Digits that a phone needs at least. */
export const PHONE_MIN_DIGITS = 6
/** HTML of rules and descriptions. */
export const MAX_RICH_TEXT = 20_000
/** Most pieces of one physical product. */
export const MAX_QUANTITY = 1_000_000
/** Most pieces of it in one order. */
export const MAX_ORDER_QUANTITY = 1_000
export const MAX_SERIAL = 1_000_000
/** Largest rate from a buying price to tk. */
export const MAX_RATE = 100_000
/** A call's body, unless the call says otherwise: twice the longest rich text in any alphabet and spelling. */
export const MAX_BODY_BYTES = 256 * 1024
/** The body of a call that takes a paste or a list of a hundred thousand lines. */
export const MAX_LONG_BODY_BYTES = 8 * 1024 * 1024
export const UPLOAD_MAX_BYTES = 5 * 1024 * 1024
/** Digits from which a search also looks inside phones and player ids. */
export const FRAGMENT_MIN_DIGITS = 4
/** A search counts exactly up to here and says 'N+' beyond. */
export const SEARCH_TOTAL_CAP = 10_000
/** Candidates (player ids, phones, users) that a list’s search follows; its total says 'N+' where there are more. */
export const SEARCH_CANDIDATES = 1_000

export const ADMIN_PASSWORD_MIN = 10
export const USER_PASSWORD_MIN = 8
export const MAX_PASSWORD = 200
export const LOGIN_FAILURES_ALLOWED = 5
export const LOGIN_WINDOW_MINUTES = 5
export const LOGIN_LOCK_MINUTES = 15
/** Session life counted from last use. */
export const SESSION_REMEMBERED_DAYS = 30
export const SESSION_HOURS = 12

/** How long a claim on an order lasts without renewal, until a super admin sets another time. */
export const CLAIM_LEASE_MINUTES = 10
/** The longest that can be set, in minutes. */
export const CLAIM_MINUTES_MAX = 240
/** While a dashboard is open it renews its admin's claims this often. */
export const CLAIM_RENEW_MS = 60_000
/** In-game secrets are erased this long after the order closed, until a super admin sets another time. */
export const SECRETS_KEPT_DAYS = 7
/** The same player id and package within this time is shown as a likely duplicate. */
export const DUPLICATE_MINUTES = 10
/** Rows that one bulk call may name. */
export const BULK_MAX = 100
/** Waiting longer than this is amber, then red. */
export const WAITING_LONG_MINUTES = 10
export const WAITING_TOO_LONG_MINUTES = 30
/** Money rows of the same number and amount within this time, and orders placed so soon after a raise, are flagged. */
export const FLAG_HOURS = 24
/** A voucher's code; a paste of them, in characters and in lines. */
export const MAX_VOUCHER_CODE = 200
export const MAX_VOUCHER_PASTE = 8_000_000
export const VOUCHER_LINES_MAX = 100_000
/** So many codes that are not there may be searched for within these minutes; then no more for as long. */
export const CODE_MISSES_ALLOWED = 30
export const CODE_MISSES_MINUTES = 10
/** After a reveal the single voucher is answered with its code to the same admin for so long. */
export const REVEAL_MINUTES = 10
/** A package that sells vouchers is low on codes below this many, until a super admin sets another number. */
export const LOW_STOCK_CODES = 20
/** From the use of so many days it is reckoned how long codes last. */
export const CODE_USE_DAYS = 14
/** Deliveries to the store: pauses double from the first to the longest; after so many attempts a person has to look. */
export const WEBHOOK_TIMEOUT_MS = 5_000
export const WEBHOOK_FIRST_RETRY_SECONDS = 5
export const WEBHOOK_LONGEST_RETRY_SECONDS = 3_600
export const WEBHOOK_ATTEMPTS = 30
export const WEBHOOKS_KEPT_DAYS = 30
export const IDEMPOTENCY_KEY_MAX = 200
/** Replies are kept this long for a repeated key. */
export const IDEMPOTENCY_DAYS = 30
/** Recipients of text messages per page of their list, and how near its end the next page is read. */
export const SMS_PAGE_SIZE = 50
export const SMS_LOAD_WITHIN_PX = 400
/** The longest text message, in segments. */
export const SMS_SEGMENTS_MAX = 10
/** Numbers that one call may name. */
export const SMS_NUMBERS_MAX = 100_000
/** A gateway that has not answered by then: what became of the number is unclear. */
export const SMS_TIMEOUT_MS = 8_000
/** After failures the gateway is left alone: pauses double from the first to the longest. */
export const SMS_FIRST_PAUSE_SECONDS = 5
export const SMS_LONGEST_PAUSE_SECONDS = 300
/** A shop that was not backed up for so long is told. */
export const BACKUP_WITHIN_DAYS = 7
/** The shop's days, until a super admin sets another zone. */
export const SHOP_TIME_ZONE = 'Asia/Dhaka'
/** Views that one admin may have saved of one list. */
export const MAX_VIEWS = 50
