import { expect, test } from 'vitest';

test('always red', () => expect(1).toBe(2));
test('always green', () => {});
