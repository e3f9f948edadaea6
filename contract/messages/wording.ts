type Placeholder<S extends string> = S extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Placeholder<Rest> : never

export type Params = Readonly<Record<string, string | number>>

/** The figures and names that a sentence leaves open, as a last argument; none where it leaves nothing open. */
export type Given<S extends string> = [Placeholder<S>] extends [never]
  ? []
  : [params: Readonly<Record<Placeholder<S>, string | number>>]

/** The codes whose sentence leaves nothing open. */
export type Plain<Table extends Readonly<Record<string, string>>> = {
  [Code in keyof Table & string]: [Placeholder<Table[Code]>] extends [never] ? Code : never
}[keyof Table & string]

export const fill = (sentence: string, params: Params = {}): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name]))
