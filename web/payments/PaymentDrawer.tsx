import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Output } from '#contract/endpoint.ts'
import { formatTk, type Tk } from '#contract/money.ts'
import type { PaymentChain } from '#contract/payment-rows.ts'
import { payments } from '#contract/payments.ts'
import { useLivePoll } from '../calls/live/live.ts'
import { useData } from '../calls/use-data.ts'
import { CopyText } from '../lists/cells/CopyText.tsx'
import links from '../lists/cells/links.module.css'
import { When } from '../lists/cells/When.tsx'
import { TrxId } from '../money/columns.tsx'
import { LastRead, SideDrawer } from '../ui/dialogs/SideDrawer.tsx'
import { Section } from '../ui/Section.tsx'
import { Summary } from '../ui/Summary.tsx'
import { useT } from '../ui/text/i18n.ts'
import { nameOf } from '../ui/text/name-of.ts'
import { Flags, StateBadge, WalletAdd } from './columns.tsx'
import { MatchForm } from './MatchForm.tsx'
import classes from './payments.module.css'
import { ABOUT_CHAINS, ABOUT_STATES, KINDS } from './words.ts'

interface PaymentDrawerProps {
  readonly id: number | undefined
  readonly mayMatch: boolean
  readonly onClose: () => void
}

/** A payment with its message, beside the list; closed without an id. */
export function PaymentDrawer({ id, mayMatch, onClose }: PaymentDrawerProps) {
  const t = useT()
  return (
    <SideDrawer opened={id !== undefined} onClose={onClose} size="32rem" title={t('Payment {{id}}', { id: id ?? '' })}>
      {id !== undefined && <Opened key={id} id={id} mayMatch={mayMatch} />}
    </SideDrawer>
  )
}

function Opened({ id, mayMatch }: { id: number; mayMatch: boolean }) {
  const query = useData(payments.show, { id }, { refetchInterval: useLivePoll() })
  return <LastRead query={query}>{(read) => <Details {...read} mayMatch={mayMatch} />}</LastRead>
}

type Shown = Output<typeof payments.show>

function Details({ payment, before, candidates, mayMatch }: Shown & { mayMatch: boolean }) {
  const t = useT()
  const { id, amount, chain, created_at, flags, kind, paid_at, payer, phone, sender, state, text, trx_id } = payment
  const isFlagged = flags.length > 0 || (chain !== null && chain !== 'first' && chain !== 'linked')
  return (
    <Stack gap="md">
      <div>
        <StateBadge state={state} /> {t(ABOUT_STATES[state])}
      </div>
      <Summary
        facts={[
          ...(amount === null ? [] : [['Amount', <b key="amount">{formatTk(amount)}</b>] as const]),
          ...(kind === '' ? [] : [['Kind', t(KINDS[kind])] as const]),
          ['TrxID', <TrxId key="trx_id" trx_id={trx_id} />],
          ['Payer', <CopyText key="payer" text={payer} message={t('Copied Payer:: {{payer}}', { payer })} />],
          ['Payment method', payment.payment_method?.name ?? '- - -'],
          ['Received', <When key="paid_at" instant={paid_at} />],
          ['Arrived', <When key="created_at" instant={created_at} />],
          payment.Admin ? ['Pasted by', nameOf(payment.Admin)] : ['Phone', phone],
          ...(sender === '' ? [] : [['Sender', sender] as const]),
          ['Wallet add', <WalletAdd key="wallet_add" row={payment} />],
          ...(isFlagged ? [['Flags', <Flags key="flags" row={payment} />] as const] : []),
        ]}
      />
      <Section title="Message">
        <blockquote className={classes.message}>{text}</blockquote>
      </Section>
      {chain !== null && <Balance payment={payment} before={before} chain={chain} />}
      {mayMatch && state === 'waiting' && amount !== null && (
        <Section title="Match with a wallet add">
          <MatchForm key={id} id={id} amount={amount} candidates={candidates} />
        </Section>
      )}
    </Stack>
  )
}

/** What the message says of the wallet's balance, and whether that follows from the message before. */
function Balance({ payment, before, chain }: Pick<Shown, 'payment' | 'before'> & { chain: PaymentChain }) {
  const t = useT()
  const { amount, balance, balance_before, fee } = payment
  const lines: readonly (readonly [string, Tk | null])[] = [
    ['Before', balance_before],
    ['Amount', amount],
    ...(fee === null || fee === 0 ? [] : [['Fee', fee] as const]),
    ['Balance', balance],
  ]
  return (
    <Section title="Balance">
      <dl className={classes.sum}>
        {lines.map(([label, tk]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{t(label)}</dt>
            <dd>{tk === null ? '---' : formatTk(tk)}</dd>
          </div>
        ))}
      </dl>
      <div>
        {t(ABOUT_CHAINS[chain])}{' '}
        {before && (
          <Link className={links.record} to="/payments" search={{ payment: before.id } as never}>
            {t('Payment {{id}} left {{balance}}', { id: before.id, balance: formatTk(before.balance) })}
          </Link>
        )}
      </div>
    </Section>
  )
}
