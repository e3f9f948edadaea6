import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { z } from 'zod'
import { campaigns } from '#contract/campaigns.ts'
import { useData } from '../calls/use-data.ts'
import { RestoredNotice } from '../forms/RestoredNotice.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { useGuard } from '../forms/use-record-form.ts'
import { useRestoredState } from '../forms/use-restored.ts'
import { type ListSearch, useListSearch } from '../lists/use-list.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import { CampaignDrawer } from './CampaignDrawer.tsx'
import { Campaigns } from './Campaigns.tsx'
import classes from './campaigns.module.css'
import { campaignSearch, NOTHING_SHOWN } from './campaigns.ts'
import { chosenOf, countChosen, countReached, listOf, NO_RECIPIENTS } from './chosen.ts'
import { GatewayNotice } from './GatewayNotice.tsx'
import { MessageStep } from './MessageStep.tsx'
import { RecipientsStep } from './RecipientsStep.tsx'
import { Sent } from './Sending.tsx'
import { useRecipients } from './use-recipients.ts'
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
        <Wizard {...address} onDetails={open} />
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

interface WizardProps extends ListSearch<z.output<typeof campaignSearch>> {
  readonly onDetails: (campaign: number) => void
}

/** Each step has its address, so that Back of the browser leads from the message to the recipients. */
function Wizard({ search: { q, step, page }, change, onDetails }: WizardProps) {
  const { history } = useRouter()
  const client = useQueryClient()
  const send = useSend()
  const [listed, setListed, restoredInput] = useRestoredState('recipients', NO_RECIPIENTS_LIST, send.call)
  const chosen = useMemo(() => chosenOf(listed), [listed])
  const { reachable } = useRecipients(q)
  const count = countReached(chosen, reachable)
  const isMessage = (step === 'message' || send.isRunning) && Boolean(count)
  const go = (next: 'message' | undefined, replace = false) => change({ step: next, page }, { keepsScroll: true, replace })
  /** Whether the message was reached from the recipients of this visit. */
  const [hasPassed, setPassed] = useState(false)
  const [message, setMessage] = useDraft('text message', '')
  const [done, setDone] = useState<Done>()
  useGuard(() => !done && (message.trim() !== '' || countChosen(chosen, 1) > 0), send.isRunning)
  const restart = () => {
    setDone(undefined)
    setPassed(false)
    void client.resetQueries({ queryKey: [campaigns.recipients.path] })
    change({ step: undefined, q: undefined, page }, { keepsScroll: true, replace: true })
  }
  if (done) return <Sent {...done} onDetails={() => onDetails(done.campaignId)} onNew={restart} />
  return (
    <>
      <Steps at={isMessage ? 1 : 0} />
      <RestoredNotice restoredInput={restoredInput} />
      {isMessage && count !== undefined ? (
        <MessageStep
          chosen={chosen}
          count={count}
          message={message}
          send={send}
          onMessage={setMessage}
          onBack={() => (hasPassed ? history.back() : go(undefined, true))}
          onSent={(campaignId, invalid) => {
            setMessage('')
            setListed(NO_RECIPIENTS_LIST)
            setDone({ campaignId, invalid })
            go(undefined, true)
          }}
        />
      ) : (
        <RecipientsStep
          chosen={chosen}
          onChange={(next) => {
            setListed(listOf(next))
            // An old address of the message, opened with nobody chosen.
            if (step) go(undefined, true)
          }}
          onNext={() => {
            setPassed(true)
            go('message')
          }}
          isReturn={hasPassed}
          q={q}
          onSearch={(found) => change({ q: found, page }, { keepsScroll: true, replace: true })}
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
