import type { FastifyBaseLogger } from 'fastify'
import { type ModuleKey, modules } from '#contract/access.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import { may } from '#contract/roles.ts'
import type { SharedSetting } from '#contract/status.ts'
import type { Phone } from './auth/api-keys.ts'
import type { Db } from './db/connect.ts'
import type { Standby } from './db/standby.ts'
import type { Change } from './events/changes.ts'
import type { OtherServers } from './health/other-servers.ts'
import type { Readiness } from './health/readiness.ts'
import type { SignedAddress } from './outgoing/request.ts'
import type { Storage } from './uploads/storage.ts'
import type { HeadStore } from './vault/audit-head.ts'
import type { Vault } from './vault/vault.ts'

/** The signed-in admin, read for this request. */
export interface Admin {
  readonly id: number
  readonly session_id: number
  readonly first_name: string
  readonly last_name: string
  readonly username: string
  readonly email: string
  readonly role: Role
  /** Somebody else set their password. */
  readonly must_change_password: boolean
  /** Nothing else is open until they choose their own: it is a one-time password, or the shop requires it. */
  readonly is_own_password_due: boolean
  /** The shop requires a second factor, and they have none. */
  readonly must_add_second_factor: boolean
  /** They signed in or confirmed a short while ago, or the shop does not ask for it. */
  readonly is_confirmed: boolean
  readonly modules: readonly string[]
  /** Packages whose orders they may see; null means all. */
  readonly package_ids: readonly number[] | null
}

/** Facts that the audit row keeps beside the allow-listed input. Never a password, a code or a token. */
export interface Note {
  /** The row that the call was about, where the input does not name it as `id`. */
  subjectId?: number
  /** Nothing changed, so there is nothing to record. */
  unchanged?: boolean
  /** Who acted, if the call itself signs them in. */
  adminId?: number
  /** Rows that one statement changed alike: each gets its own audit row with these facts, beside the call's. */
  each?: { readonly ids: readonly number[]; readonly facts: Readonly<Record<string, unknown>> }
  [fact: string]: unknown
}

export interface Site {
  /** The host's name. */
  readonly id: string
  readonly origins: readonly string[]
}

/** What the server opened at its start, and handlers use as it is. */
export interface Services {
  readonly vault: Vault
  readonly readiness: Readiness
  readonly standby?: Standby | undefined
  /** The end of the audit log, kept outside the database. */
  readonly auditHead?: HeadStore | undefined
  readonly otherServers?: OtherServers<SharedSetting> | undefined
  /** The webhook address from the environment, which overrides the settings. */
  readonly storeAddress?: SignedAddress | undefined
}

/** What a handler works with. In a write, `db` is the call's own transaction. */
export interface Context extends Services {
  readonly db: Db
  /** The caller; throws where the endpoint is not for admins. */
  readonly admin: Admin
  /** The phone that calls, where the endpoint is for phones. */
  readonly phone: Phone | undefined
  readonly address: string
  /** What the browser was given at an earlier sign-in, by whichever admin. */
  readonly browserToken: string | undefined
  readonly userAgent: string
  /** Where the dashboard is served, as the browser sees it: passkeys are bound to it. */
  readonly site: Site
  /** The origin, and a path if there is one, under which callers reach this server. */
  readonly publicUrl: string
  /** The store's program may call. */
  readonly hasStoreKey: boolean
  readonly log: FastifyBaseLogger
  /** Adds facts to the call's audit row. */
  note(facts: Note): void
  /** Writes an audit row about another row that the call changed. */
  recordAbout(subject: string, id: number, facts: Note): Promise<void>
  /** Writes an audit row of a refused attempt. Only in `attempt`, which is saved although the call fails. */
  recordRefusal(facts: Note): Promise<void>
  /** Runs once the transaction is saved. */
  afterCommit(task: () => void): void
  /** Gives the browser its token once the transaction is saved. */
  setBrowserToken(token: string): void
  /** Makes the browser drop what it has cached of the shop. Not its cookies and storage: they keep the known browser and settings. */
  clearBrowserCache(): void
  /** Makes the reply to a retry from the stored one; throws if that no longer holds. By default the stored one is sent. `kept` is what is
   * stored of the reply: all of it by default. */
  onRepeat(reply: (db: Db, stored: unknown) => Promise<unknown>, kept?: (reply: unknown) => unknown): void
}

/** Whether an admin holds a module; a super admin holds all. */
export const holds = (admin: Admin, module: ModuleKey): boolean =>
  may(admin, 'hold_all_modules') || admin.modules.includes(module)

/** The packages whose orders an admin may see; none without the module, null means all. */
export const ordersSeen = (admin: Admin): readonly number[] | null => (holds(admin, 'orders_view') ? admin.package_ids : [])

/** The packages within which work is counted for an admin; null means all. Without the module too: it names no order. */
export const countedPackages = (admin: Admin): readonly number[] | null => admin.package_ids

/** Equal for admins who may see and do the same. */
export const rightsOf = ({ role, modules, package_ids }: Admin): string =>
  JSON.stringify([role, modules.toSorted(), package_ids?.toSorted()])

/** Whether an admin may see or do less than `before`. */
export const hasLostAccess = (before: Admin, now: Admin): boolean =>
  !may(now, 'hold_all_modules') &&
  (may(before, 'hold_all_modules') ||
    before.modules.some((module) => !now.modules.includes(module)) ||
    (now.package_ids !== null && !before.package_ids?.every((id) => now.package_ids?.includes(id))))

export const MODULE_KEYS = Object.keys(modules) as ModuleKey[]

/** A handler that is one function: the whole call in its transaction (a read: on the pool). */
export type Run<E> = (ctx: Context, input: Input<E>) => Promise<Output<E>>

/** What `prepare` has beside its input; it holds no connection. */
export interface Outside {
  /** Not a transaction: a connection is taken for each statement. */
  readonly db: Db
  /** The received file of an endpoint with `upload`: there until the call ends. */
  readonly file: string | undefined
  readonly images: Storage
}

/** A handler with phases: `attempt` is saved by itself before anything else; `prepare` does slow work without holding a
 * connection; `run` is the call's transaction. */
export interface Phased<E, A, P> {
  attempt(ctx: Context, input: Input<E>): Promise<A>
  prepare(input: Input<E>, attempted: A, outside: Outside): Promise<P>
  run(ctx: Context, input: Input<E>, prepared: P): Promise<Output<E>>
}

/** A handler of many rows, each in its own transaction with its own audit row, so that one refusal leaves the others done. */
export interface BulkStep<E> {
  ids(input: Input<E>): readonly number[]
  one(ctx: Context, id: number, input: Input<E>): Promise<void>
}

/** What a stream has beside the context: its reader may lose the right to it while it runs. */
export interface StreamContext extends Context {
  /** The caller as they are now, or undefined once they are signed out or no longer allowed. */
  reauthorise(): Promise<Admin | undefined>
  /** Changes in the database from now on, until the connection closes or the server stops. */
  follow(): AsyncIterable<Change>
}

/** A handler that writes as it reads: an export, or live events. Holds no transaction. */
export interface Streamed<E> {
  /** Or by the format that the input asks for. */
  readonly type: string | Readonly<Record<string, string>>
  /** Refuses before anything is written down or sent. */
  check?(ctx: Context, input: Input<E>): Promise<unknown>
  /** Offered to the browser as a download under this name. */
  fileName?(input: Input<E>): string
  stream(ctx: StreamContext, input: Input<E>): AsyncIterable<string | Buffer>
}

// biome-ignore lint/suspicious/noExplicitAny: each handler has its own types between its phases, checked by `phases`
export type Handler<E> = Run<E> | Phased<E, any, any> | BulkStep<E> | Streamed<E>

/** Ties the types of a handler's phases together. */
export const phases = <E extends Endpoint, A, P>(_endpoint: E, handler: Phased<E, A, P>): Handler<E> => handler

/** The handlers of one feature: a missing one does not compile. */
export type Handlers<F> = { [K in keyof F]: Handler<F[K]> }
