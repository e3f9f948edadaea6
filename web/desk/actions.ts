import type { ModuleKey } from '#contract/access.ts'
import { useCan } from '../calls/session.ts'
import type { Question } from '../ui/dialogs/confirm.ts'
import { t } from '../ui/text/i18n.ts'

/** What moving a row to a status means; texts are translated. Form, fast path and bulk read it. */
interface Action<R> {
  /** What it does, to money above all. */
  readonly effect: (row: R) => string
  /** Asked before. What completes or cancels is asked, with the amount. */
  readonly question?: (row: R) => Question
  readonly needs?: ModuleKey
}

export type Actions<S extends string, R> = Readonly<Record<S, Action<R>>>

export const effectOf = <S extends string, R extends { readonly status: S }>(
  actions: Actions<S, R>,
  status: S,
  row: R,
): string => (status === row.status ? t('Unchanged; only a note is saved') : actions[status].effect(row))

/** Those of `statuses` that the admin may choose. */
export function useAllowed<S extends string, R>(actions: Actions<S, R>, statuses: readonly S[]): S[] {
  const can = useCan()
  return statuses.filter((status) => {
    const { needs } = actions[status]
    return needs === undefined || can(needs)
  })
}
