// A separate program, so that it can be killed: one server's worker on a database, with a gateway. Says 'ready' once it works.

import { maintenanceJobs } from '../../server/jobs.ts'
import type { HttpGateway } from '../../server/people/campaigns/gateways.ts'
import { sendMessages } from '../../server/people/campaigns/worker.ts'
import { openDatabase } from '../../server/platform/db/connect.ts'
import { openPool } from '../../server/platform/db/pool.ts'
import { startJobs } from '../../server/platform/jobs/jobs.ts'

const [database = '', url = ''] = process.argv.slice(2)
const gateway: HttpGateway = { kind: 'http', method: 'GET', per_second: 1_000, url, internalHosts: '127.0.0.1' }
const db = openDatabase(openPool(database, 20))

startJobs(db, [...maintenanceJobs, sendMessages(async () => gateway, 20)], (name, error) => console.error(name, error))
console.log('ready')
