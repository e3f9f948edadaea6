import { parentPort, workerData } from 'node:worker_threads'
import { parse } from 'csv-parse/sync'
import writeExcelFile, { type Cell } from 'write-excel-file/node'
import { FORMULA_STARTS } from './csv.ts'
import type { Kind } from './rows.ts'
import type { Job, Made } from './xlsx.ts'

const CELL_MAX = 32_767
const WIDTHS: Readonly<Record<Kind, number>> = { id: 12, text: 18, whole: 10, amount: 14, day: 12, moment: 20 }

const { csv, kinds, most } = workerData as Job

/** Text that a spreadsheet would run is disarmed in CSV; here it is a text cell. */
const armed = (text: string) => (text.startsWith("'") && FORMULA_STARTS.includes(text.charAt(1)) ? text.slice(1) : text)

/** Excel reads _x202E_ as the character of that code: text could hide what a screen shows. */
const spelledOut = (text: string) => text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')

/** The library removes what no XML may hold. */
const textCell = (text: string): Cell => ({ value: spelledOut(armed(text).slice(0, CELL_MAX)), type: String })
/** Spreadsheets know no time zone: what they show is the shop's time. */
const dateCell = (text: string, format: string): Cell => ({ value: new Date(`${text.replace(' ', 'T')}Z`), type: Date, format })

const CELLS: Readonly<Record<Kind, (text: string) => Cell>> = {
  id: textCell,
  text: textCell,
  whole: (text) => ({ value: Number(text), type: Number }),
  amount: (text) => ({ value: Number(text), type: Number, format: '#,##0.00' }),
  day: (text) => dateCell(`${text} 00:00:00`, 'yyyy-mm-dd'),
  moment: (text) => dateCell(text, 'yyyy-mm-dd hh:mm:ss'),
}

const make = async (): Promise<Made> => {
  const [head = [], ...rows] = parse(Buffer.from(csv), { bom: true, to: most + 2 }) as string[][]
  if (rows.length > most) return 'too_long'
  const titles = head.map((value): Cell => ({ value, type: String, fontWeight: 'bold' }))
  const cells = rows.map((row) => row.map((text, at) => (text === '' ? null : CELLS[kinds[at] ?? 'text'](text))))
  const columns = head.map((title, at) => ({ width: Math.max(title.length + 2, WIDTHS[kinds[at] ?? 'text']) }))
  return { file: await writeExcelFile([titles, ...cells], { columns, stickyRowsCount: 1 }).toBuffer() }
}

parentPort?.postMessage(await make())
