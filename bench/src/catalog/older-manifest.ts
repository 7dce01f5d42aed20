/**
 * Brings a manifest of an earlier revision to today's form, so that a duet can still measure it: on 21 and 22 November
 * 2026, a manifest gave a reason for each scenario that it omitted, for all variants or for one.
 */
export function todaysManifest(document: unknown): unknown {
  if (!isRecord(document)) return document;
  const { omitted: _, variants, ...rest } = document;
  if (!Array.isArray(variants)) return variants === undefined ? rest : { ...rest, variants };
  const served = Array.isArray(rest.scenarios) ? rest.scenarios : [];
  return { ...rest, variants: variants.map((variant) => todaysVariant(variant, served)) };
}

function todaysVariant(variant: unknown, served: readonly unknown[]): unknown {
  if (!isRecord(variant) || !isRecord(variant.omitted)) return variant;
  const { omitted, ...rest } = variant;
  return { ...rest, scenarios: served.filter((id) => !Object.hasOwn(omitted as object, String(id))) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
