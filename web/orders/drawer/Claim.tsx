import { Button, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { desk } from '#contract/desk.ts'
import type { OrderRow } from '#contract/orders.ts'
import { may } from '#contract/roles.ts'
import { serverNow } from '../../calls/clock.ts'
import { useProfile } from '../../calls/session.ts'
import { useCommand } from '../../calls/use-command.ts'
import { timeOfDay } from '../../lists/cells/When.tsx'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { useT } from '../../ui/text/i18n.ts'
import { copyPlayerId } from '../copy-player-id.ts'
import { takeOverQuestion } from '../decision.ts'
import { isHeldByOther, ONE_ORDER } from '../state.ts'
import classes from './drawer.module.css'

export function Claim({ order, onComplete }: { order: OrderRow; onComplete: () => void }) {
  const t = useT()
  const profile = useProfile().data
  const left = useTimeLeft(order.held_until)
  const claim = useCommand(desk.claim, {
    pending: 'Taking the order...',
    ...ONE_ORDER,
    successMessage: ({ order: taken }) => t('Order {{id}} is yours', { id: taken.id }),
  })
  const isMine = order.holder_id === profile?.id
  const isOthers = isHeldByOther(order, profile?.id)
  const complete = useRef<HTMLButtonElement>(null)
  const isTaking = useRef(false)
  // The take button is gone: focus the next action.
  useEffect(() => {
    if (isMine && isTaking.current && !hasOtherFocus()) complete.current?.focus()
    isTaking.current = false
  }, [isMine])
  const run = (take_over: 0 | 1) => {
    isTaking.current = true
    void claim.run({ id: order.id, take_over, take_over_from: order.holder_id ?? undefined })
  }
  const take = () => run(0)
  const takeOver = async () => {
    if (await confirm(takeOverQuestion(order, t('Take over')))) run(1)
  }
  return (
    <div
      className={classes.claim}
      data-kind={isMine ? 'mine' : isOthers ? 'others' : left === null && order.held_by ? 'lapsed' : 'free'}
    >
      <ClaimStatus order={order} isMine={isMine} left={left} />
      <div className={classes.acts} data-thumbs>
        {order.playerid !== '' && (
          <Button variant="default" className={classes.copy} onClick={() => void copyPlayerId(order)}>
            {t('Copy {{field}}', { field: t('Player ID') })}
          </Button>
        )}
        {!isMine && !isOthers && <Button onClick={take}>{t('Take')}</Button>}
        {isOthers && may(profile, 'take_over') && (
          <Button color="red" variant="outline" onClick={() => void takeOver()}>
            {t('Take over')}
          </Button>
        )}
        {(isMine || order.holder_id === null) && (
          <Button
            ref={complete}
            {...(!isMine && { variant: 'default', className: classes.early })}
            onClick={onComplete}
            aria-keyshortcuts="Shift+Enter"
          >
            {t('Complete')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** An admin who has moved to another field stays there. */
const hasOtherFocus = () => document.activeElement?.matches('input, textarea, select') ?? false

/** Announces a new holder to screen readers, but not the passing seconds. */
function ClaimStatus({ order, isMine, left }: { order: OrderRow; isMine: boolean; left: string | null }) {
  const t = useT()
  const text = useClaimText(order, isMine, left)
  const isTicking = order.held_by !== null && left !== null
  return (
    <p>
      <span role="status">
        {isTicking ? (
          <VisuallyHidden>
            {isMine ? t('Reserved for you') : t('Reserved for {{name}}', { name: order.held_by ?? '' })}
          </VisuallyHidden>
        ) : (
          text
        )}
      </span>
      {isTicking && <span role="timer">{text}</span>}
    </p>
  )
}

function useClaimText({ held_by, held_until }: OrderRow, isMine: boolean, left: string | null): string {
  const t = useT()
  if (!held_by || !held_until) return t('Unclaimed')
  if (left === null)
    return t('left by {{name}} at {{time}}: check before delivering', { name: held_by, time: timeOfDay(held_until) })
  return isMine
    ? t('Reserved for you · {{left}} left', { left })
    : t('Reserved for {{name}} · {{left}} left', { name: held_by, left })
}

/** '9:45', counting down; null if the claim has expired or nobody holds it. */
function useTimeLeft(until: string | null): string | null {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (until === null) return
    setNow(serverNow())
    const timer = setInterval(() => setNow(serverNow()), 1_000)
    return () => clearInterval(timer)
  }, [until])
  const seconds = until === null ? 0 : Math.ceil((Date.parse(until) - now) / 1_000)
  return seconds > 0 ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` : null
}
