export interface Json {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Json>>
  readonly required?: readonly string[]
  readonly items?: Json
  readonly anyOf?: readonly Json[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly minimum?: number
  readonly minLength?: number
}

/** What fields of these names hold; others get a value of their type. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  username: 'mina',
  first_name: 'Mina',
  last_name: 'Akter',
  email: 'mina@shop.example',
  phone: '01712345678',
  phones: ['01712345678'],
  number: '01712345678',
  identity: 'owner@shop.example',
  playerid: '93543011',
  trx_id: 'CK4X9Q2ABC',
  password: 'a long password',
  new_password: 'a long password',
  confirm_password: 'a long password',
  date_of_birth: '1998-05-17',
  amount: 500,
  price: 22,
  reference: 'site-order-1001',
  status: 'completed',
  slug: 'orders_view',
  destination: '-1001234567890',
  quiet_from: '22:00',
  quiet_to: '08:00',
  secret: '123456:a-token-that-telegram-gave',
  image: '/images/3f9c0a17b2d44e6f.webp',
  logo: '/images/3f9c0a17b2d44e6f.webp',
  banner: '/images/3f9c0a17b2d44e6f.webp',
  link: 'https://shop.example/offers',
  avatar: 'https://shop.example/mina.png',
  url: 'https://shop.example/topdeck',
  webhook_url: 'https://shop.example/topdeck',
  sms_url: 'https://sms.example/send?to={phone}&text={message}',
  time_zone: 'Asia/Dhaka',
}

/** A value that fits the schema: of the field's name where that says what it holds, else of its type. */
export const exampleOf = (schema: Json, name = ''): unknown => {
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return exampleOf(schema.anyOf.find(({ type }) => type !== 'null') ?? {}, name)
  const named = BY_NAME[name]
  if (schema.enum) return named !== undefined && schema.enum.includes(named) ? named : schema.enum[0]
  if (named !== undefined && typeOf(named) === schema.type) return named
  if (schema.properties) {
    return Object.fromEntries(Object.entries(schema.properties).map(([field, value]) => [field, exampleOf(value, field)]))
  }
  switch (schema.type) {
    case 'array':
      return schema.items ? [exampleOf(schema.items, name.replace(/s$/, ''))] : []
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    case 'string':
      return textOf(schema, name)
    default:
      return schema.type === 'object' ? {} : null
  }
}

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

const textOf = ({ format, minLength = 0 }: Json, name: string): string => {
  if (format === 'date') return '2026-01-31'
  if (format === 'date-time') return '2026-01-31T08:05:00.000Z'
  return `an example of ${name || 'text'}`.padEnd(minLength, '.')
}
