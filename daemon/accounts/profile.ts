/** The data of the managed API about an account: usage and profile, checked before use. */
import type { AccountQuota, AccountUser } from '../../schemas/generated/types.js';
import { fieldOf } from '../base/text/values.js';
import { said } from '../base/net/outgoing.js';

const windows = ['limit5h', 'limit7d', 'monthTotal', 'monthCode'] as const;
const cents = ['balanceCents', 'totalCents', 'monthlyChargeLimitCents', 'monthlyUsedCents'] as const;

/** Windows that make no sense are left out, as is an incomplete extra usage; undefined when the answer is none. */
export function readQuota(answer: unknown): AccountQuota | undefined {
  const usages = fieldOf(answer, 'usages');
  if (typeof usages !== 'object' || usages === null) return undefined;
  const known = windows.flatMap((name) => {
    const usedRatio = fieldOf(fieldOf(usages, name), 'usedRatio');
    if (typeof usedRatio !== 'number' || Number.isNaN(usedRatio)) return [];
    const resetAt = momentOf(fieldOf(fieldOf(usages, name), 'resetAt'));
    return [[name, { usedRatio: Math.min(Math.max(usedRatio, 0), 1), ...(resetAt === undefined ? {} : { resetAt }) }]];
  });
  return {
    usages: Object.fromEntries(known) as AccountQuota['usages'],
    extraUsage: extraOf(fieldOf(answer, 'extraUsage')),
  };
}

function extraOf(extra: unknown): AccountQuota['extraUsage'] {
  const [balanceCents, totalCents, monthlyChargeLimitCents, monthlyUsedCents] = cents.map((name) =>
    integer(fieldOf(extra, name)),
  );
  const monthlyChargeLimitEnabled = fieldOf(extra, 'monthlyChargeLimitEnabled');
  const currency = fieldOf(extra, 'currency');
  if (balanceCents === undefined || totalCents === undefined || monthlyChargeLimitCents === undefined) return null;
  if (monthlyUsedCents === undefined || typeof monthlyChargeLimitEnabled !== 'boolean') return null;
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return null;
  return { balanceCents, totalCents, monthlyChargeLimitEnabled, monthlyChargeLimitCents, monthlyUsedCents, currency };
}

/** Undefined when a field that is always there is not. */
export function readUser(answer: unknown): AccountUser | undefined {
  const texts = ['userId', 'nickname', 'status', 'region', 'userLevelName', 'domainName'] as const;
  const [userId, nickname, status, region, userLevelName, domainName] = texts.map((name) =>
    text(fieldOf(answer, name)),
  );
  const [userLevel, domain] = [integer(fieldOf(answer, 'userLevel')), integer(fieldOf(answer, 'domain'))];
  if (userId === undefined || nickname === undefined || status === undefined || region === undefined) return undefined;
  if (userLevelName === undefined || domainName === undefined || userLevel === undefined || domain === undefined) {
    return undefined;
  }
  const base = { userId, nickname, status, region, userLevel, userLevelName, domain, domainName };
  return { ...base, ...moreOf(answer) };
}

function moreOf(answer: unknown): Partial<AccountUser> {
  const texts = ['globalId', 'bio', 'avatar', 'username', 'email'] as const;
  const phone = fieldOf(answer, 'phone');
  const [countryCode, number] = [text(fieldOf(phone, 'countryCode')), text(fieldOf(phone, 'number'))];
  const found = [
    ...texts.map((name) => [name, text(fieldOf(answer, name))]),
    ...['createdTime', 'lastLoginTime'].map((name) => [name, momentOf(fieldOf(answer, name))]),
    ['phone', countryCode === undefined || number === undefined ? undefined : { countryCode, number }],
  ];
  return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as Partial<AccountUser>;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? said(value, []) : undefined;
}

function integer(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}

function momentOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
