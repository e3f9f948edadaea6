import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { checkInvariants } from '../../server/core/ledger/invariants.ts'
import { query } from '../../server/platform/db/connect.ts'
import { startApp } from '../support/app.ts'
import { chooseSeed, randomFrom } from '../support/random.ts'
import { startGateway } from '../support/sms-gateway.ts'
import { report, roundsOf } from './rounds.ts'

const KILLS = roundsOf('SMS_KILLS', 50)
const RECIPIENTS = KILLS * 200
const PROGRAM = fileURLToPath(new URL('./sms-worker.ts', import.meta.url))
const WORKERS = 2
/** Between two kills, about as long as the workers need for their share of the numbers. */
const LIFE_MS = 500
/** Claims last 30 s: by then nothing is being handed over any more. */
const ENDS_WITHIN_MS = 180_000

const app = await startApp()
const gateway = await startGateway()
const running = new Set<ChildProcess>()
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await gateway.close()
  await app.close()
})

const startWorker = async (): Promise<ChildProcess> => {
  const args = [PROGRAM, app.databaseUrl, gateway.settings.url]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  running.add(child)
  await once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data')
  return child
}
const kill = async (child: ChildProcess) => {
  running.delete(child)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

const countsOf = async (id: number, token: string) => (await app.call(campaigns.show, { id }, token)).body.data.campaign.counts
/** The pauses after failures are not what is proved here. */
const unpause = () => query(app.db, `update sms_pace set paused_until = '-infinity', failures = 0 where paused_until > now()`)

test(`${RECIPIENTS} recipients, workers killed ${KILLS} times: each exactly once`, async () => {
  const seed = chooseSeed()
  const random = randomFrom(seed)
  const rahim = await app.signIn('rahim')
  // What each number meets is decided beforehand.
  const fates = Array.from({ length: RECIPIENTS }, () => {
    const roll = random.below(1_000)
    if (roll < 2) return 'takes it and is silent' as const
    if (roll < 12) return 'takes it and hangs up' as const
    if (roll < 22) return 500
    return roll < 42 ? 400 : 200
  })
  gateway.behave((phone) => fates[Number(phone.slice(-8))] ?? 200)
  const phones = fates.map((_, nth) => `88017${String(nth).padStart(8, '0')}`)
  const { campaign_id: id } = (await app.call(campaigns.send, { phones, message: 'Proof' }, rahim)).body.data

  const workers = await Promise.all(Array.from({ length: WORKERS }, startWorker))
  for (let kills = 0; kills < KILLS; kills++) {
    await sleep(random.below(LIFE_MS))
    const victim = random.below(WORKERS)
    await kill(workers[victim] as ChildProcess)
    await unpause()
    workers[victim] = await startWorker()
  }
  await expect
    .poll(
      async () => {
        await unpause()
        const { waiting, handing_over } = await countsOf(id, rahim)
        return waiting + handing_over
      },
      { timeout: ENDS_WITHIN_MS, interval: 500 },
    )
    .toBe(0)
  for (const worker of workers) await kill(worker)

  const rows = await query<{ phone: string; state: string; attempts: number }>(
    app.db,
    'select phone, state, attempts from campaign_numbers where campaign_id = $1',
    [id],
  )
  const times = gateway.timesOf()
  const takenBy = (state: string) => rows.filter((row) => row.state === state && times.get(row.phone) === 1).length
  const { sent, refused, unclear } = await countsOf(id, rahim)
  report(
    `sms: ${RECIPIENTS} recipients, ${KILLS} kills, SEED=${seed}: ${sent} sent, ${refused} refused, ${unclear} unclear ` +
      `(${takenBy('unclear')} of these the gateway had taken), at most ${Math.max(...times.values())} hand-over a number`,
  )
  expect(Math.max(...times.values())).toBe(1)
  // Every number has ended, and says truly what is known of it.
  expect([rows.length, sent + refused + unclear]).toEqual([RECIPIENTS, RECIPIENTS])
  expect(takenBy('sent')).toBe(sent)
  expect(rows.filter((row) => row.state === 'refused' && times.has(row.phone))).toEqual([])
  expect(rows.filter((row) => times.has(row.phone) && row.state !== 'sent' && row.state !== 'unclear')).toEqual([])
  // Some calls were cut by a kill, or the proof shows nothing.
  const fated = fates.filter((fate) => typeof fate === 'string' || fate === 500).length
  if (KILLS >= 50) expect(unclear).toBeGreaterThan(fated)
  expect(await checkInvariants(app.db)).toEqual([])
})
