import { Stack } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { campaigns } from '#contract/campaigns.ts'
import { useData } from '../calls/use-data.ts'
import { RestoredNotice } from '../forms/RestoredNotice.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { useGuard } from '../forms/use-record-form.ts'
import { useRestoredState } from '../forms/use-restored.ts'
import { useListSearch } from '../lists/use-list.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import { CampaignDrawer } from './CampaignDrawer.tsx'
import { Campaigns } from './Campaigns.tsx'
import classes from './campaigns.module.css'
import { campaignSearch, NOTHING_SHOWN } from './campaigns.ts'
import { chosenOf, countChosen, listOf, NO_RECIPIENTS } from './chosen.ts'
import { GatewayNotice } from './GatewayNotice.tsx'
import { MessageStep } from './MessageStep.tsx'
import { RecipientsStep } from './RecipientsStep.tsx'
import { Sent } from './Sending.tsx'
import { useSend } from './use-send.ts'

/** /send-sms: the wizard and the campaigns below it. Without access, only a message. */
export function SendSmsPage() {
  // The gateway notice makes the same call.
  const { data, error, refetch } = useData(campaigns.list, { limit: 1 })
  // An admin who loses access later keeps what they typed.
  if (data || error?.status !== 403) return <Messages />
  return (
    <Stack gap="md">
      <PageTitle title="Send Sms" />
      <ReadError query={{ error, refetch }} />
    </Stack>
  )
}

function Messages() {
  const address = useListSearch(campaignSearch)
  const { search, change } = address
  const { page } = search
  const open = useCallback(
    (campaign: number | undefined) =>
      change({ campaign, ...NOTHING_SHOWN, page }, { keepsScroll: true, replace: campaign === undefined }),
    [change, page],
  )
  return (
    <Stack gap="xl">
      <Stack gap="md">
        <PageTitle title="Send Sms" />
        <GatewayNotice />
        <Wizard onDetails={open} q={search.q} onSearch={(q) => change({ q, page }, { keepsScroll: true, replace: true })} />
      </Stack>
      <Campaigns {...address} onOpen={open} />
      {search.campaign !== undefined && (
        <CampaignDrawer
          key={search.campaign}
          id={search.campaign}
          shown={search}
          onClose={() => open(undefined)}
          onShow={(patch) => change({ page, numbers_page: undefined, ...patch }, { keepsScroll: true, replace: true })}
        />
      )}
    </Stack>
  )
}

const NO_RECIPIENTS_LIST = listOf(NO_RECIPIENTS)

interface Done {
  readonly campaignId: number
  readonly invalid: readonly string[]
}

interface WizardProps {
  readonly onDetails: (campaign: number) => void
  readonly q: string | undefined
  readonly onSearch: (q: string | undefined) => void
}

function Wizard({ onDetails, q, onSearch }: WizardProps) {
  const send = useSend()
  const [listed, setListed, restoredInput] = useRestoredState('recipients', NO_RECIPIENTS_LIST, send.call)
  const chosen = useMemo(() => chosenOf(listed), [listed])
  /** How many were chosen when the admin went on to the message; undefined in step 1. */
  const [count, setCount] = useState<number>()
  const [isReturn, setReturn] = useState(false)
  const [message, setMessage] = useDraft('text message', '')
  const [done, setDone] = useState<Done>()
  useGuard(() => !done && (message.trim() !== '' || countChosen(chosen, 1) > 0), send.isRunning)
  const restart = () => {
    setDone(undefined)
    setCount(undefined)
    setReturn(false)
    if (q !== undefined) onSearch(undefined)
  }
  if (done) return <Sent {...done} onDetails={() => onDetails(done.campaignId)} onNew={restart} />
  return (
    <>
      <Steps at={count === undefined ? 0 : 1} />
      <RestoredNotice restoredInput={restoredInput} />
      {count === undefined ? (
        <RecipientsStep
          chosen={chosen}
          onChange={(next) => setListed(listOf(next))}
          onNext={setCount}
          isReturn={isReturn}
          q={q}
          onSearch={onSearch}
        />
      ) : (
        <MessageStep
          chosen={chosen}
          count={count}
          message={message}
          send={send}
          onMessage={setMessage}
          onBack={() => {
            setReturn(true)
            setCount(undefined)
          }}
          onSent={(campaignId, invalid) => {
            setMessage('')
            setListed(NO_RECIPIENTS_LIST)
            setDone({ campaignId, invalid })
          }}
        />
      )}
    </>
  )
}

function Steps({ at }: { at: 0 | 1 }) {
  const t = useT()
  return (
    <ol className={classes.steps} aria-label={t('Steps')}>
      {[t('Recipients'), t('Message')].map((name, step) => (
        <li key={name} aria-current={step === at ? 'step' : undefined} data-done={step < at || undefined}>
          <span aria-hidden>{step < at ? '✓' : step + 1}</span> {name}
        </li>
      ))}
    </ol>
  )
}
