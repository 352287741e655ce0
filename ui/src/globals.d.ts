/** Whether the fake host is part of this build (plain browser, tests). */
declare const __FAKE_HOST__: boolean;
