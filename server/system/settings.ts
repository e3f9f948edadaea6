import { FIELD_EFFECTS, type Settings, SMS_GATEWAY_KINDS, type settings, shopFactsOf } from '#contract/settings.ts'
import { startWebhooks } from '../core/outbox/deliver-webhooks.ts'
import { setFacts } from '../core/settings/shop-facts.ts'
import type { Context, Handlers } from '../platform/context.ts'
import { extendTimeLimit, query } from '../platform/db/connect.ts'
import { ConfirmRequired, Conflict, Invalid } from '../platform/errors.ts'
import { leadsInside } from '../platform/outgoing/request.ts'
import type { Place } from '../platform/vault/vault.ts'

/** A full recount takes about 6 s for a million orders. */
const RECOUNT_LIMIT_MS = 15 * 60_000

// Names of places only: abbreviations and offsets mean different things in different contexts.
const TIME_ZONES = `
  select name from pg_timezone_names
  where name ~ '^(Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)/' or name = 'UTC'
  order by name`

export const settingsHandlers: Handlers<typeof settings> = {
  show: (ctx) => present(ctx),

  async timeZones(ctx) {
    const data = (await query<{ name: string }>(ctx.db, TIME_ZONES)).map(({ name }) => name)
    return { data, total: data.length }
  },

  async update(ctx, { version, sms_key, webhook_secret, ...set }) {
    const before = await lockSettings(ctx)
    if (before.version !== version) {
      throw new Conflict('changed', await present(ctx))
    }
    const changed = (Object.keys(set) as (keyof typeof set)[]).filter(
      (name) => set[name] !== undefined && before[name] !== set[name],
    )
    if (changed.some((name) => FIELD_EFFECTS[name]) && !ctx.admin.is_confirmed) throw new ConfirmRequired()
    // With an address from the environment, the form has no secret field; a stored secret may be unreadable but is not used.
    const isUnused = ctx.storeAddress !== undefined && set.webhook_url === before.webhook_url
    if (set.webhook_url !== '' && !isUnused && webhook_secret === undefined && !before.has_webhook_secret) {
      throw new Invalid('webhook_secret_required', 'webhook_secret')
    }
    const { hasUrl } = SMS_GATEWAY_KINDS[set.sms_gateway]
    const isOtherGateway = originOf(set.sms_url) !== originOf(before.sms_url)
    if (hasUrl && set.sms_url.includes('{key}') && sms_key === undefined) {
      if (!before.has_sms_key) throw new Invalid('sms_key_required', 'sms_key')
      if (isOtherGateway) throw new Invalid('other_sms_key_required', 'sms_key')
    }
    const internalHosts = set.internal_hosts ?? before.internal_hosts
    if (hasUrl) await requireOutside('sms_url', set.sms_url, internalHosts)
    if (!isUnused) await requireOutside('webhook_url', set.webhook_url, internalHosts)
    const { time_zone, ...others } = set
    if (time_zone !== before.time_zone) await setTimeZone(ctx, time_zone)
    await ctx.db
      .updateTable('settings')
      .set({
        ...others,
        ...(isOtherGateway && { sms_key_sealed: null }),
        ...(sms_key !== undefined && { sms_key_sealed: ctx.vault.seal(sms_key, 'settings.sms_key') }),
        ...(webhook_secret !== undefined && {
          webhook_secret_sealed: ctx.vault.seal(webhook_secret, 'settings.webhook_secret'),
        }),
      })
      .execute()
    if (set.webhook_url !== '') await startWebhooks(ctx.db)
    ctx.note({
      before: Object.fromEntries(changed.map((name) => [name, before[name]])),
      ...Object.fromEntries(changed.map((name) => [name, set[name]])),
      ...(sms_key !== undefined && { sms_key_changed: true }),
      ...(webhook_secret !== undefined && { webhook_secret_changed: true }),
    })
    const saved = await present(ctx)
    ctx.afterCommit(() => setFacts(shopFactsOf(saved)))
    return saved
  },
}

const requireOutside = async (field: 'sms_url' | 'webhook_url', url: string, internalHosts: string) => {
  if (await leadsInside(url, internalHosts)) throw new Invalid('address_internal', field)
}

const lockSettings = async (ctx: Context): Promise<Settings> => {
  await ctx.db.selectFrom('settings').select('version').forUpdate().execute()
  return present(ctx)
}

/** Columns of which the contract names the values. */
type Chosen = 'sms_gateway' | 'sms_method' | 'second_factor'

const present = async (ctx: Context): Promise<Settings> => {
  const {
    sms_key_sealed,
    webhook_secret_sealed,
    is_only: _,
    key_print: __,
    ...row
  } = await ctx.db.selectFrom('settings').selectAll().executeTakeFirstOrThrow()
  return {
    ...(row as Omit<typeof row, Chosen> & Pick<Settings, Chosen>),
    has_sms_key: isThere(ctx, sms_key_sealed, 'settings.sms_key'),
    has_webhook_secret: isThere(ctx, webhook_secret_sealed, 'settings.webhook_secret'),
    webhook_url_of_environment: ctx.storeAddress?.url ?? '',
  }
}

/** False if it was sealed under a lost key: it has to be entered again. */
const isThere = ({ vault }: Context, sealed: Buffer | null, place: Place) =>
  sealed !== null && vault.openIfOurs(sealed, place) !== undefined

const setTimeZone = async (ctx: Context, name: string) => {
  const known = await query(ctx.db, `select name from (${TIME_ZONES}) as zones where name = $1`, [name])
  if (known.length === 0) throw new Invalid('time_zone_unknown', 'time_zone')
  await extendTimeLimit(ctx.db, RECOUNT_LIMIT_MS)
  await query(ctx.db, 'select set_time_zone($1)', [name])
}

/** The key must go only to the server it was entered for. */
const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '')
