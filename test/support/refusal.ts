/** The body of a refusal whose sentence leaves nothing open; `param` names the field. */
export const refusal = (code: string, msg: string, param?: string) => ({
  success: false,
  code,
  message: msg,
  params: {},
  errors: [{ code, msg, ...(param !== undefined && { param }) }],
})
