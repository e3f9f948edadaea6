import { z } from 'zod'
import { say } from './messages/fields.ts'

const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Of the input of every export. */
export const exportFormat = {
  format: z.enum(EXPORT_FORMATS, { error: say('must_be_one_of', { values: EXPORT_FORMATS.join(', ') }) }).default('csv'),
}
