/** Limits and lists of values of the specification (point 9) and of the product rules. */

export const DEFAULT_PAGE_SIZE = 10
export const PAGE_SIZES = [5, 10, 25, 50] as const
export const LOCAL_PAGE_SIZES = [5, 10, 20, 50] as const
export const MAX_PAGE_SIZE = 100
export const MAX_PAGE = 1_000_000_000
export const MAX_SEARCH = 200
/** A page, and as many rows that have left it. */
export const MAX_ROWS_SHOWN = 2 * MAX_PAGE_SIZE
/** Up to this many, the pager shows every page. Beyond, those around the current one and at the end. */
export const ALL_PAGES_SHOWN_UP_TO = 30
export const PAGES_AROUND = 3
export const PAGES_AT_THE_END = 3

export const TOAST_CLOSE_MS = 5_000
export const REQUEST_TIMEOUT_MS = 10_000
export const LONG_REQUEST_TIMEOUT_MS = 120_000
export const READ_DELAY_MS = 400
export const FILTER_DEBOUNCE_MS = 500
export const COLUMNS_SAVE_DEBOUNCE_MS = 300
export const LOCAL_SEARCH_DEBOUNCE_MS = 200
export const REDIRECT_DELAY_MS = 1_500
export const LIST_POLL_MS = 5_000
export const COUNTS_POLL_MS = 4 * LIST_POLL_MS
export const ORDERS_CHART_HEIGHT_PX = 364
export const MONEY_STATUSES = ['completed', 'pending', 'cancel'] as const
export const VOUCHER_LABELS = [
  [1, 'Ready'],
  [2, 'Used'],
  [0, 'Hide'],
] as const
export const EARN_TYPES = ['add', 'deduct'] as const
export const PAYMENT_METHOD_STATUS = '1'
export const NOTICE_FOR_HOME_MODAL = 1
export const CHART_DAYS = 30
export const CHART_DAYS_LEAST = 7
export const CHART_DAYS_MOST = 90
export const FIGURES_DAYS_MOST = 366
export const TOP_CUSTOMERS = 5
export const TOP_CUSTOMERS_DAYS = 30

export const MAX_TK = 10_000_000
/** In tk; the largest balance a column can hold. */
export const MAX_BALANCE = 999_999_999_999.99
export const MAX_TEXT = 2_000
export const MAX_NAME = 120
/** Of a customer, and the characters of each. */
export const TAGS_MAX = 10
export const TAG_MAX = 30
export const PHONE_MIN_DIGITS = 6
export const MAX_RICH_TEXT = 20_000
export const MAX_QUANTITY = 1_000_000
export const MAX_ORDER_QUANTITY = 1_000
export const MAX_SERIAL = 1_000_000
export const MAX_RATE = 100_000
/** Twice the longest rich text, in any alphabet and encoding. */
export const MAX_BODY_BYTES = 256 * 1024
export const MAX_LONG_BODY_BYTES = 8 * 1024 * 1024
export const UPLOAD_MAX_BYTES = 5 * 1024 * 1024
/** Shorter searches do not match inside phones and player ids. */
export const FRAGMENT_MIN_DIGITS = 4
/** A search counts up to here and shows 'N+' beyond. */
export const SEARCH_TOTAL_CAP = 10_000
/** Matching player ids, phones and users that a search follows; the total is 'N+' if there are more. */
export const SEARCH_CANDIDATES = 1_000

export const ADMIN_PASSWORD_MIN = 10
export const USER_PASSWORD_MIN = 8
export const MAX_PASSWORD = 200
export const LOGIN_FAILURES_ALLOWED = 5
export const LOGIN_WINDOW_MINUTES = 5
export const LOGIN_LOCK_MINUTES = 15
/** Failures of one account over all addresses, and of one address over all accounts. Then unknown browsers wait between attempts. */
export const ACCOUNT_FAILURES_ALLOWED = 10
export const NETWORK_FAILURES_ALLOWED = 20
export const FAILURES_MINUTES = 15
export const SLOWED_SIGN_IN_SECONDS = 30
/** Counted from the last sign-in; browsers keep no cookie longer. */
export const KNOWN_BROWSER_DAYS = 400
/** From so many a day on, the dashboard of a super admin shows them. */
export const FAILED_SIGN_INS_SHOWN = 20
export const FAILED_SIGN_INS_KEPT_DAYS = 90
/** Counted from the last use. */
export const SESSION_REMEMBERED_DAYS = 30
export const SESSION_HOURS = 12
/** Counted from the sign-in, however often the session is used. */
export const SESSION_REMEMBERED_MAX_DAYS = 90
export const SESSION_MAX_HOURS = 24
/** Of one admin; the next sign-in ends the oldest. */
export const MAX_SESSIONS = 10
export const CHALLENGE_MINUTES = 5
export const RECOVERY_CODES = 10
export const MAX_PASSKEYS = 10
/** How old a sign-in, password or second factor may be for a sensitive call. */
export const CONFIRM_MINUTES = 15
/** Voucher codes that an admin may read within REVEAL_MINUTES without confirming again. */
export const REVEALS_UNCONFIRMED = 20

export const CLAIM_LEASE_MINUTES = 10
export const CLAIM_MINUTES_MAX = 240
export const CLAIM_RENEW_MS = 60_000
/** Default. In-game secrets are erased this long after the order closed. */
export const SECRETS_KEPT_DAYS = 7
export const DUPLICATE_MINUTES = 10
/** Of wallet adds, and of orders. */
export const BULK_MAX = 100
export const BULK_ORDERS_MAX = 1_000
export const WAITING_LONG_MINUTES = 10
export const WAITING_TOO_LONG_MINUTES = 30
/** Rows with the same number and amount within this time are flagged, and orders placed this soon after a raise. */
export const FLAG_HOURS = 24
export const MAX_VOUCHER_CODE = 200
/** That one order is delivered with. */
export const MAX_RECIPE_CODES = 20
export const MAX_VOUCHER_PASTE = 8_000_000
export const VOUCHER_LINES_MAX = 100_000
/** Of a file that is read: codes, recipients. */
export const TABLE_MAX_BYTES = 20 * 1024 * 1024
/** An .xlsx file is made in memory: these rows of the longest list take 330 MB for three seconds. */
export const XLSX_ROWS_MAX = 20_000
/** The codes of the largest paste, with titles above them. */
export const TABLE_ROWS_MAX = VOUCHER_LINES_MAX + 100
export const TABLE_COLUMNS_MAX = 30
/** Suspicious lines of a file that one import takes all the same: their numbers stand in the address. */
export const KEPT_LINES_MAX = 500
/** Rate limit for searches of codes that do not exist. */
export const CODE_MISSES_ALLOWED = 30
export const CODE_MISSES_MINUTES = 10
export const REVEAL_MINUTES = 10
export const LOW_STOCK_CODES = 20
/** The period over which the use of codes is averaged. */
export const CODE_USE_DAYS = 14
/** Backoff of webhooks doubles from the first retry to the longest. After the last attempt an admin has to act. */
export const WEBHOOK_TIMEOUT_MS = 5_000
export const WEBHOOK_FIRST_RETRY_SECONDS = 5
export const WEBHOOK_LONGEST_RETRY_SECONDS = 3_600
export const WEBHOOK_ATTEMPTS = 30
export const WEBHOOKS_KEPT_DAYS = 30
export const STAFF_NOTICES_KEPT_DAYS = 30
/** Missing payments that one statement may add: each is locked until all are there. */
export const STATEMENT_ADDED_MAX = 2_000
export const IDEMPOTENCY_KEY_MAX = 200
export const IDEMPOTENCY_DAYS = 30
export const SMS_PAGE_SIZE = 50
export const SMS_LOAD_WITHIN_PX = 400
export const SMS_SEGMENTS_MAX = 10
export const SMS_NUMBERS_MAX = 100_000
/** After this, the outcome of the number is `unclear`. */
export const SMS_TIMEOUT_MS = 8_000
/** Backoff of the gateway after failures doubles from the first pause to the longest. */
export const SMS_FIRST_PAUSE_SECONDS = 5
export const SMS_LONGEST_PAUSE_SECONDS = 300
/** With less free space, super admins are warned. */
export const DISK_LOW_BYTES = 1_000_000_000
export const BACKUP_WITHIN_DAYS = 7
export const SHOP_TIME_ZONE = 'Asia/Dhaka'
export const MAX_VIEWS = 50
