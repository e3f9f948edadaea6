// Generated from the migrated database by `npm run schema`: do not edit.

import type { ColumnType, Generated } from 'kysely'
import type { Tk } from '#contract/money.ts'

export interface DB {
  accounts: {
    id: Generated<number>
    kind: string
    user_id: number | null
    admin_id: number | null
    side: number
    balance: Tk | null
    moves: Generated<number>
    frozen_reason: string | null
    frozen_at: string | null
    closed_at: string | null
  }
  act_keys: {
    is_only: Generated<boolean>
    key_hash: Buffer | null
    secret: Generated<Buffer>
  }
  actions: {
    name: string
    access: string
    also_for: Generated<string[]>
    effects: Generated<string[]>
  }
  adjustments: {
    id: Generated<number>
    user_id: number
    wallet: string
    kind: string
    amount: Tk
    admin_id: number | null
    reason: Generated<string>
    created_at: Generated<string>
  }
  admin_modules: {
    admin_id: number
    auth_module_id: number
  }
  admin_packages: {
    admin_id: number
    topup_package_id: number
  }
  admin_products: {
    admin_id: number
    topup_product_id: number
  }
  admins: {
    id: Generated<number>
    first_name: string
    last_name: string
    username: string
    email: string
    password_hash: string
    must_change_password: Generated<boolean>
    password_is_one_time: Generated<boolean>
    role: Generated<string>
    gender: Generated<string>
    date_of_birth: string | null
    image: Generated<string>
    phone: Generated<string>
    created_at: Generated<string>
    deleted_at: string | null
    version: Generated<number>
  }
  audit: {
    id: Generated<number>
    at: Generated<string>
    actor: string
    admin_id: number | null
    address: Generated<string>
    request_id: Generated<string>
    action: string
    subject: string
    subject_id: number | null
    facts: Generated<unknown>
    act_id: number | null
  }
  audit_seals: {
    id: Generated<number>
    from_id: number
    to_id: number
    rows: number
    total: number
    first_at: string
    last_at: string
    seal: Buffer
    sealed_at: Generated<string>
  }
  auth_modules: {
    id: Generated<number>
    key: string
    name: string
    slug: string
    description: string
    auth_url: string
    status: Generated<number>
  }
  backups: {
    id: Generated<number>
    kind: string
    at: Generated<string>
    moment: string
    bytes: number
    rows: number
    missing: Generated<number>
    with_key: boolean
  }
  banners: {
    id: Generated<number>
    note: string
    link: Generated<string>
    banner: string
    isactive: Generated<number>
    created_at: Generated<string>
    deleted_at: string | null
    version: Generated<number>
  }
  books: {
    id: Generated<number>
    stopped_reason: string | null
    checked_at: string | null
    seen_until: string | null
    full_at: string | null
    took_ms: Generated<number>
    report: Generated<unknown>
    webhooks_since: string | null
  }
  campaign_numbers: {
    id: Generated<number>
    campaign_id: number
    phone: string
    user_id: number | null
    state: Generated<string>
    gateway: string | null
    attempts: Generated<number>
    last_error: Generated<string>
    changed_at: Generated<string>
    claimed_until: string | null
  }
  campaigns: {
    id: Generated<number>
    admin_id: number
    message: string
    is_to_all: boolean
    meant_for: Generated<string>
    gateways: Generated<string[]>
    created_at: Generated<string>
    stopped_at: string | null
    add_until: number | null
    added_to: Generated<number>
    excepted: Generated<string[]>
    planned: Generated<number>
  }
  catalog_items: {
    kind: string
    id: number
    item: unknown
    is_removed: Generated<boolean>
    changed_at: string
  }
  catalog_looks: {
    is_only: Generated<boolean>
    looked_at: string | null
    compared_at: string | null
  }
  customer_orders: {
    user_id: number
    total: Generated<number>
    day: Generated<string>
    today: Generated<number>
  }
  failed_sign_ins: {
    id: Generated<number>
    quarter: string
    admin_id: number | null
    network: string
    failed: Generated<number>
    refused: Generated<number>
    unseen: Generated<number>
    is_logged: Generated<boolean>
  }
  hand_overs: {
    id: Generated<number>
    owner_id: number
    kind: Generated<string>
    amount: Tk
    number: Generated<string>
    reason: Generated<string>
    status: Generated<string>
    admin_id: number | null
    asked: Tk | null
    raised_by: number | null
    number_changed_by: number | null
    reopens: Generated<number>
    edits: Generated<number>
    created_at: Generated<string>
    updated_at: Generated<string>
  }
  idempotency_keys: {
    actor: string
    key: string
    request_hash: Buffer | null
    reply: unknown | null
    refused: number | null
    created_at: Generated<string>
  }
  job_runs: {
    name: string
    ran_at: string
  }
  journals: {
    id: number
    source: string
    source_id: number
    kind: string
    seq: Generated<number>
    admin_id: number | null
    reason: Generated<string>
    at: Generated<string>
    debit_id: number
    credit_id: number
    amount: Tk
    debit_balance: Tk | null
    credit_balance: Tk | null
    act_id: number | null
  }
  known_browsers: {
    token_hash: Buffer
    admin_id: number
    last_used_at: Generated<string>
  }
  login_attempts: {
    key: Buffer
    failed_at: Date[]
    locked_until: string | null
  }
  low_stock: {
    id: Generated<number>
    package_id: number
    codes_left: number
    at: Generated<string>
    ended_at: string | null
  }
  migrations: {
    name: string
    checksum: string
    at: Generated<string>
  }
  money_decisions: {
    id: Generated<number>
    list: string
    row_id: number
    was: string
    status: string
    was_amount: Tk
    amount: Tk
    was_completed_at: string | null
    completed_at: string | null
  }
  notices: {
    id: Generated<number>
    title: Generated<string>
    image: Generated<string>
    link: Generated<string>
    notice: string
    for_home_modal: Generated<number>
    template: Generated<string>
    is_active: Generated<number>
    created_at: Generated<string>
    deleted_at: string | null
    version: Generated<number>
  }
  order_codes: {
    order_id: number
    voucher_id: number
    position: number
  }
  orders: {
    id: Generated<number>
    user_id: number
    product_id: number
    package_id: number
    product_name: string
    name: string
    amount: Tk
    bprice: Tk
    cost: Tk
    playerid: string
    accounttype: Generated<string>
    phone: Generated<string>
    phone_digits: ColumnType<string, never, never>
    ingamepassword_sealed: Buffer | null
    securitycode_sealed: Buffer | null
    credit_taken: Generated<Tk>
    voucher_id: number | null
    recipe_id: number | null
    status: Generated<string>
    brief_note: Generated<string>
    internal_note: Generated<string>
    holder_id: number | null
    held_until: string | null
    completed_by: number | null
    reference: string | null
    created_at: Generated<string>
    closed_at: string | null
    corrected_at: string | null
    refunded: Generated<Tk>
    refunds: Generated<number>
  }
  passkeys: {
    id: Generated<number>
    admin_id: number
    credential_id: string
    public_key: Buffer
    counter: number
    transports: Generated<string[]>
    name: string
    created_at: Generated<string>
    last_used_at: string | null
  }
  payment_methods: {
    id: Generated<number>
    name: string
    logo: Generated<string>
    info: Generated<string>
    status: Generated<string>
    created_at: Generated<string>
    deleted_at: string | null
    version: Generated<number>
  }
  payment_phones: {
    id: Generated<number>
    name: string
    key_hash: Buffer
    payment_method_ids: number[]
    senders: string[]
    admin_id: number
    created_at: Generated<string>
    revoked_at: string | null
  }
  payment_rules: {
    payment_method_id: number
    wallet: string
    automatic: Generated<number>
    automatic_each: Generated<Tk>
    automatic_daily: Generated<Tk>
  }
  payments: {
    id: Generated<number>
    payment_method_id: number | null
    phone_id: number | null
    admin_id: number | null
    sender: Generated<string>
    text: string
    text_hash: Buffer
    reads: string
    kind: Generated<string>
    amount: Tk | null
    fee: Tk | null
    balance: Tk | null
    balance_before: ColumnType<number | null, never, never>
    trx_id: string | null
    payer: Generated<string>
    paid_at: string
    flags: Generated<string[]>
    chain: string | null
    is_conflict: Generated<boolean>
    wallet_add_id: number | null
    created_at: Generated<string>
  }
  physical_products: {
    id: Generated<number>
    name: string
    image: Generated<string>
    sale_price: Tk
    regular_price: Tk
    quantity: number
    description: Generated<string>
    is_active: Generated<number>
    created_at: Generated<string>
    deleted_at: string | null
    version: Generated<number>
    moves: Generated<number>
    moved_by: string | null
  }
  product_orders: {
    id: Generated<number>
    user_id: number
    product_id: number
    name: string
    price: Tk
    quantity: number
    amount: Tk
    phone: Generated<string>
    address: Generated<string>
    status: Generated<string>
    brief_note: Generated<string>
    admin_id: number | null
    reference: string | null
    created_at: Generated<string>
    closed_at: string | null
  }
  rate_change_prices: {
    change_id: number
    package_id: number
    old_price: Tk
    new_price: Tk
  }
  rate_changes: {
    id: Generated<number>
    product_id: number
    dollar_rate: number
    admin_id: number
    at: Generated<string>
    reverted_at: string | null
    reverted_by: number | null
  }
  recipe_parts: {
    recipe_id: number
    package_id: number
    count: number
    position: number
  }
  recipes: {
    id: Generated<number>
    created_at: Generated<string>
  }
  recovery_codes: {
    admin_id: number
    code_hash: Buffer
    used_at: string | null
  }
  retired_codes: {
    code_index: Buffer
    voucher_id: number
    code_sealed: Buffer | null
    at: Generated<string>
  }
  saved_views: {
    id: Generated<number>
    admin_id: number
    screen: string
    name: string
    search: string
    is_shared: Generated<number>
    created_at: Generated<string>
  }
  sessions: {
    id: Generated<number>
    token_hash: Buffer
    admin_id: number
    remembered: boolean
    created_at: Generated<string>
    last_used_at: Generated<string>
    expires_at: string
    confirmed_at: Generated<string>
    address: Generated<string>
    user_agent: Generated<string>
    failed_before: Generated<number>
  }
  settings: {
    is_only: Generated<boolean>
    version: Generated<number>
    shop_name: Generated<string>
    time_zone: Generated<string>
    low_stock_codes: Generated<number>
    claim_minutes: Generated<number>
    secrets_kept_days: Generated<number>
    wallet_changes_per_day: Generated<number>
    sms_gateway: Generated<string>
    sms_url: Generated<string>
    sms_method: Generated<string>
    sms_per_second: Generated<number>
    sms_key_sealed: Buffer | null
    sms_accepted_field: Generated<string>
    sms_accepted: Generated<string>
    webhook_url: Generated<string>
    webhook_secret_sealed: Buffer | null
    second_factor: Generated<string>
    confirm_again: Generated<number>
    own_password_required: Generated<number>
    internal_hosts: Generated<string>
    order_notes_pending: Generated<string>
    order_notes_in_progress: Generated<string>
    order_notes_completed: Generated<string>
    order_notes_cancel: Generated<string>
    product_order_notes_pending: Generated<string>
    product_order_notes_in_progress: Generated<string>
    product_order_notes_completed: Generated<string>
    product_order_notes_cancelled: Generated<string>
    key_print: string | null
  }
  sms_pace: {
    is_only: Generated<boolean>
    gateway: Generated<string>
    next_at: Generated<string>
    paused_until: Generated<string>
    pauses: Generated<number>
    failures: Generated<number>
    problem: Generated<string>
  }
  staff_channels: {
    id: Generated<number>
    way: string
    secret_sealed: Buffer | null
    sender: Generated<string>
  }
  staff_notices: {
    id: Generated<number>
    receiver_id: number
    event: string
    about: string
    quarter: Generated<string>
    text: string
    state: Generated<string>
    attempts: Generated<number>
    last_error: Generated<string>
    next_attempt_at: Generated<string>
    created_at: Generated<string>
  }
  staff_receivers: {
    id: Generated<number>
    name: string
    way: string
    destination: string
    url_sealed: Buffer | null
    events: string[]
    order_minutes: number
    wallet_add_amount: Tk
    language: string
    quiet_from: string
    quiet_to: string
    created_at: Generated<string>
  }
  stock_movements: {
    id: Generated<number>
    at: Generated<string>
    kind: string
    product_id: number
    before_value: Tk
    after_value: Tk
    cause: string
    order_id: number | null
    admin_id: number | null
  }
  store_keys: {
    id: Generated<number>
    name: string
    key_hash: Buffer
    admin_id: number
    created_at: Generated<string>
    last_call_at: string | null
    revoked_at: string | null
  }
  topup_packages: {
    id: Generated<number>
    product_id: number
    name: string
    price: Tk
    bprice: Tk
    serial: Generated<number>
    logo: Generated<string>
    in_stock: Generated<number>
    sells_vouchers: Generated<boolean>
    recipe_id: number | null
    automatic: Generated<number>
    created_at: Generated<string>
    deleted_at: string | null
    version: Generated<number>
  }
  topup_products: {
    id: Generated<number>
    name: string
    logo: Generated<string>
    price: Generated<Tk>
    track_stock: Generated<number>
    buy_rate: Generated<number>
    rules: Generated<string>
    isactivefortopup: Generated<number>
    is_active: Generated<number>
    created_at: Generated<string>
    deleted_at: string | null
    version: Generated<number>
    moves: Generated<number>
    moved_by: string | null
  }
  totp_secrets: {
    admin_id: number
    secret_sealed: Buffer
    is_active: Generated<boolean>
    last_step: Generated<number>
    created_at: Generated<string>
  }
  uploads: {
    id: Generated<number>
    path: string
    uploaded_by: number | null
    created_at: Generated<string>
    stored_at: string | null
    bytes: number | null
    width: number | null
    height: number | null
    used_at: string | null
    removing_at: string | null
  }
  used_challenges: {
    challenge_hash: Buffer
    expires_at: string
  }
  users: {
    id: Generated<number>
    username: string
    first_name: Generated<string>
    last_name: Generated<string>
    email: Generated<string>
    phone: string
    phone_digits: ColumnType<string, never, never>
    password_hash: string | null
    account_status: Generated<string>
    is_banned: Generated<number>
    is_phone_verify: Generated<number>
    avatar: Generated<string>
    provider: Generated<string>
    scores: Generated<number>
    address: Generated<string>
    city: Generated<string>
    zip_code: Generated<string>
    note: Generated<string>
    tags: Generated<string[]>
    created_at: Generated<string>
    deleted_at: string | null
    version: Generated<number>
    search: ColumnType<string, never, never>
  }
  voucher_batch_skips: {
    batch_id: number
    line: number
    reason: string
    voucher_id: number | null
  }
  voucher_batches: {
    id: Generated<number>
    package_id: number
    name: string
    cost: Tk | null
    added_by: number
    created_at: Generated<string>
  }
  vouchers: {
    id: Generated<number>
    package_id: number
    status: Generated<number>
    code_sealed: Buffer
    code_index: Buffer
    code_last4: string
    user_id: number | null
    pin_sealed: Buffer | null
    serial_sealed: Buffer | null
    expires_on: string | null
    cost: Tk | null
    batch_id: number | null
    batch_line: number | null
    added_by: number | null
    created_at: Generated<string>
    used_at: string | null
    deleted_at: string | null
    version: Generated<number>
  }
  wallet_adds: {
    id: Generated<number>
    user_id: number
    payment_method_id: number | null
    amount: Tk
    number: Generated<string>
    trx_id: string | null
    status: Generated<string>
    admin_id: number | null
    asked: Tk | null
    raised_by: number | null
    number_changed_by: number | null
    corrections: Generated<number>
    edits: Generated<number>
    reference: string | null
    is_automatic: Generated<boolean>
    is_contested: Generated<boolean>
    created_at: Generated<string>
    updated_at: Generated<string>
    completed_at: string | null
  }
  wallet_moves: {
    amount: Tk
  }
  webhooks: {
    id: Generated<number>
    event: string
    subject: string
    subject_id: number
    payload: unknown
    state: Generated<string>
    attempts: Generated<number>
    last_error: Generated<string>
    next_attempt_at: Generated<string>
    claimed_until: string | null
    created_at: Generated<string>
    delivered_at: string | null
    number: number | null
  }
  withdrawals: {
    id: Generated<number>
    user_id: number
    payment_method_id: number | null
    amount: Tk
    number: Generated<string>
    status: Generated<string>
    admin_id: number | null
    asked: Tk | null
    raised_by: number | null
    number_changed_by: number | null
    reopens: Generated<number>
    edits: Generated<number>
    reference: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
  }
}
