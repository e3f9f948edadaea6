import { testUploads } from '../../../test/proofs/uploads.ts'

testUploads({ files: Number(process.env.HOSTILE_FILES ?? 90), bodies: Number(process.env.HOSTILE_BODIES ?? 400) })
