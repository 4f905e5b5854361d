/** Columns of what projects, contracts and devices are besides their names, as `from` reaches them. */
import { ATTRIBUTES, type AttributeEntity } from '@hengneng/forms';
import { snakeCase } from '@hengneng/form-kit';

export const attributeColumns = (entity: AttributeEntity): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(ATTRIBUTES[entity]).map((key) => [key, snakeCase(key)]));
