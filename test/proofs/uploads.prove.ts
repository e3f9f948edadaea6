import { roundsOf } from './rounds.ts'
import { testUploads } from './uploads.ts'

testUploads({ files: roundsOf('HOSTILE_FILES', 300), bodies: roundsOf('HOSTILE_BODIES', 5_000) })
