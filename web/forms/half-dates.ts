/** Names of date inputs with a partial or impossible date. Their value reads as empty, so saving would clear the stored date. */
export const halfDates = (form: HTMLFormElement | null): string[] =>
  [...(form?.elements ?? [])].flatMap((box) =>
    box instanceof HTMLInputElement && box.type === 'date' && box.validity.badInput ? box.name : [],
  )
