/** Where contracts are looked at; null where the person holds no such page. */
import { shortCodeOf } from '@hengneng/core';
import { contractRecords } from '@hengneng/forms/views';
import { canOpen } from '../../lib/permission.ts';

const INFO = contractRecords.screen;

/** One contract with a customer from all sides. */
export const contractAddress = (code: string): string | null =>
  code !== '' && canOpen(shortCodeOf(INFO)) ? `${INFO}?${new URLSearchParams({ ContractCode: code })}` : null;
