import type { ComponentType } from 'react';

/** Path of a form module's screen → its page. */
export const formScreens: Readonly<Record<string, ComponentType>> = {};
