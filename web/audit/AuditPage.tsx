import { Stack } from '@mantine/core'
import { AUDIT_SUBJECTS, AUDIT_TOPICS, audit } from '#contract/audit.ts'
import { declareList } from '../lists/declare-list.ts'
import { ListScreen } from '../lists/ListScreen.tsx'
import { useAdminNames } from '../lists/use-admin-names.ts'
import { useListScreen } from '../lists/use-list-screen.ts'
import { t } from '../ui/text/i18n.ts'
import { auditColumns } from './columns.tsx'
import { SealCheck } from './SealCheck.tsx'
import { subjectInSentence } from './sentences.ts'
import { TOPIC_LABELS, Topics } from './Topics.tsx'

const AUDIT = declareList(audit.list, {
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
  },
  days: { created_at: 'Date' },
})

const COLUMNS = auditColumns()

export function AuditPage() {
  const shown = useListScreen(AUDIT)
  return (
    <Stack gap={8}>
      <SealCheck />
      <Topics chosen={shown.search.topic} />
      <ListScreen shown={shown} columns={COLUMNS} />
    </Stack>
  )
}
