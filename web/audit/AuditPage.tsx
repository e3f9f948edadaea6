import { Button, Stack } from '@mantine/core'
import { AUDIT_SUBJECTS, AUDIT_TOPICS, audit } from '#contract/audit.ts'
import { declareList } from '../lists/declare-list.ts'
import { ListScreen } from '../lists/ListScreen.tsx'
import { useAdminNames } from '../lists/use-admin-names.ts'
import type { ListSearch } from '../lists/use-list.ts'
import { useListScreen } from '../lists/use-list-screen.ts'
import { t } from '../ui/text/i18n.ts'
import { auditColumns } from './columns.tsx'
import { SealCheck } from './SealCheck.tsx'
import { subjectInSentence } from './sentences.ts'
import { TOPIC_LABELS, Topics } from './Topics.tsx'

const DECLARED = declareList(audit.list, {
  table: 'audit log',
  title: 'Audit log',
  rows: (reply) => reply.data,
  search: { placeholder: 'Action, admin or ID' },
  filters: {
    topic: {
      label: 'Topic',
      useChoices: () => AUDIT_TOPICS.map((topic) => [topic, t(TOPIC_LABELS[topic])] as const),
      place: 'elsewhere',
    },
    subject: {
      label: 'Subject',
      useChoices: () => AUDIT_SUBJECTS.map((subject) => [subject, t(subjectInSentence(subject))] as const),
    },
    subject_id: { label: 'ID' },
    admin_id: { label: 'Admin', useChoices: useAdminNames },
    store: { label: 'Store calls', useChoices: () => [['shown', t('Shown')] as const], place: 'elsewhere' },
  },
  days: { created_at: 'Date' },
})

type Search = ReturnType<typeof DECLARED.address.parse>

/** What is asked for by a search, a topic or a record has its rows whole, as the links that count them say. */
const asksForRows = ({ q, topic, subject_id }: Search) => (q ?? topic ?? subject_id) !== undefined

const AUDIT: typeof DECLARED = {
  ...DECLARED,
  inputOf: (search) => ({ ...DECLARED.inputOf(search), store: search.store ?? (asksForRows(search) ? undefined : 'hidden') }),
}

const COLUMNS = auditColumns()

/** Most rows of a log are what the store does by itself, which no admin decided. */
function StoreCalls({ search, change }: ListSearch<Search>) {
  const isShown = search.store === 'shown'
  return (
    <Button
      variant={isShown ? 'light' : 'default'}
      aria-pressed={isShown}
      onClick={() => change({ store: isShown ? undefined : 'shown' })}
    >
      {t('Show store calls')}
    </Button>
  )
}

export function AuditPage() {
  const shown = useListScreen(AUDIT)
  return (
    <Stack gap={8}>
      <SealCheck />
      <Topics chosen={shown.search.topic} />
      <ListScreen shown={shown} columns={COLUMNS} tools={!asksForRows(shown.search) && <StoreCalls {...shown} />} />
    </Stack>
  )
}
