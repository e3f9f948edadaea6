/** An address without the drawers that are open over it. */
export function withoutDrawers({ customer: _, statement: __, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest
}
