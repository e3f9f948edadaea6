import { IconClock } from '@tabler/icons-react'
import type { Output } from '#contract/endpoint.ts'
import { JOB_LABELS, QUEUE_LABELS, SHARED_SETTINGS, type status } from '#contract/status.ts'
import { serverNow } from '../calls/clock.ts'
import { When } from '../lists/cells/When.tsx'
import { DiskWarning } from '../ui/DiskWarning.tsx'
import { Facts } from '../ui/ProfileCard.tsx'
import { Section } from '../ui/Section.tsx'
import { howLong } from '../ui/text/how-long.ts'
import { type T, useT } from '../ui/text/i18n.ts'
import { megabytes } from '../ui/text/megabytes.ts'
import { Warning } from '../ui/Warning.tsx'
import { Backups } from './Backups.tsx'
import { Folded } from './Folded.tsx'
import { Line } from './Line.tsx'
import classes from './status.module.css'

type Status = Output<typeof status.show>

/** Work waiting longer than this means that its job is not running. */
const LATE_S = 120
/** Counted every second, so counting stops above this number. */
const MANY = 10_000

/** What is wrong with the server, before everything else. */
export function MachineWarnings({ data: { standby, database, differing, disk } }: { data: Status }) {
  const t = useT()
  return (
    <>
      {disk.is_low && <DiskWarning freeBytes={disk.free_bytes} />}
      {standby && standby.state !== 'in_use' && (
        <Warning title={t('The standby serves no reads now. The primary serves them instead.')} />
      )}
      {differing.map((name) => (
        <Warning key={name} title={t(SHARED_SETTINGS[name])} />
      ))}
      {database.is_owner && (
        <Warning title={t('One database role does both: the server could rewrite the audit log. Set DATABASE_OWNER_URL.')} />
      )}
    </>
  )
}

export function Machine({ data }: { data: Status }) {
  const t = useT()
  const { server, database, standby, disk } = data
  return (
    <>
      <Backups {...data.backups} />
      <Queues queues={data.queues} />
      <Jobs jobs={data.jobs} />
      <Section title="Server and database">
        <Facts
          facts={[
            ['Topdeck', server.version],
            ['Node', server.node],
            ['Running for', howLong((serverNow() - Date.parse(server.started_at)) / 60_000, t)],
            ['Memory', megabytes(server.memory_bytes)],
            ['PostgreSQL', database.version],
            ['Migration', database.migration],
            ['Size of the database', megabytes(database.bytes)],
            ['Free disk space', `${megabytes(disk.free_bytes)} / ${megabytes(disk.total_bytes)}`],
            ['Connections', `${database.connections} / ${database.connections_most}`],
            ...(standby ? [['Standby for reads', standbyText(standby, t)] as const] : []),
          ]}
        />
      </Section>
    </>
  )
}

const STANDBY_STATES = {
  in_use: 'In use',
  behind: 'Behind',
  not_answering: 'Does not answer',
  not_a_standby: 'Not a standby',
} as const

const standbyText = ({ state, behind_bytes, behind_s }: NonNullable<Status['standby']>, t: T) => {
  if (behind_bytes === null || behind_s === null) return t(STANDBY_STATES[state])
  const behind = t('{{size}} behind', { size: kilobytes(behind_bytes) })
  return [t(STANDBY_STATES[state]), behind, ...(behind_s > 0 ? [period(behind_s * 1_000, t)] : [])].join(' · ')
}

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1_000).toLocaleString('en')} kB`

function Queues({ queues }: { queues: Status['queues'] }) {
  const t = useT()
  return (
    <Folded title="Queues" count={queues.length} bad={queues.filter(isQueueLate).length}>
      {queues.map((queue) => {
        const { name, waiting, oldest_s } = queue
        const isLate = isQueueLate(queue)
        return (
          <Line
            key={name}
            mark={isLate && <IconClock size={20} aria-hidden />}
            name={t(QUEUE_LABELS[name])}
            notes={isLate && oldest_s !== null && t('for {{time}}', { time: howLong(oldest_s / 60, t) })}
            isBroken={isLate}
          >
            <em>{waiting.toLocaleString('en')}</em>
          </Line>
        )
      })}
    </Folded>
  )
}

const isQueueLate = ({ waiting, oldest_s }: Status['queues'][number]) => waiting > MANY || (oldest_s ?? 0) > LATE_S

/** The recurring jobs of the server that answered. */
function Jobs({ jobs }: { jobs: Status['jobs'] }) {
  const t = useT()
  return (
    <Folded title="Recurring jobs" count={jobs.length} bad={jobs.filter(isJobBroken).length}>
      {jobs.map((job) => (
        <Line key={job.name} name={t(JOB_LABELS[job.name] ?? job.name)} notes={notesOf(job, t)} isBroken={isJobBroken(job)}>
          {job.ran_at === null ? (
            <span className={classes.idle}>{t('every {{time}}', { time: period(job.every_ms, t) })}</span>
          ) : (
            <When instant={job.ran_at} />
          )}
        </Line>
      ))}
    </Folded>
  )
}

type Job = Status['jobs'][number]

const isJobBroken = ({ failed, late_since }: Job) => failed || late_since !== null

const notesOf = ({ failed, late_since }: Job, t: T) => {
  if (late_since === null) return failed && t('The last run failed. See the log.')
  return t('Running for {{time}}, longer than it should. See the log.', {
    time: howLong((Date.now() - Date.parse(late_since)) / 60_000, t),
  })
}

const period = (ms: number, t: T) => (ms < 60_000 ? t('{{count}} s', { count: ms / 1_000 }) : howLong(ms / 60_000, t))
