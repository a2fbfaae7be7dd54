/** Builds a seccomp filter in classic BPF for system calls that contained commands must not make (runtimes.md 5). */

/** Processor architectures with a filter. */
export type Architecture = 'x64' | 'arm64';

/** `AUDIT_ARCH_*`: the kernel's number for the architecture. */
const audited: Record<Architecture, number> = { x64: 0xc000003e, arm64: 0xc00000b7 };

/** Numbers for [x64, arm64]. Calls from 424 on have the same number on every architecture. */
const refused: Record<string, [number, number]> = {
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  bpf: [321, 280],
  userfaultfd: [323, 282],
  perf_event_open: [298, 241],
  open_by_handle_at: [304, 265],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  syslog: [103, 116],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  pidfd_getfd: [438, 438],
};

/** io_uring would bypass the filter. */
const absent = [425, 426, 427];
const clone3 = 435;

const calls = {
  socket: [41, 198],
  ioctl: [16, 29],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  unshare: [272, 97],
  clone: [56, 220],
} satisfies Record<string, [number, number]>;

/** AF_UNIX, AF_INET, AF_INET6, AF_NETLINK. AF_VSOCK is refused because it reaches the host of a virtual machine. */
const families = [1, 2, 10, 16];
/** TIOCSTI and TIOCLINUX can type into another process's terminal. */
const ioctls = [0x5412, 0x541c];
const newUserNamespace = 0x10000000;
/** The first call number of the x32 ABI. */
const x32 = 0x40000000;

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

// offsets in `struct seccomp_data`
const numberAt = 0;
const architectureAt = 4;
const argumentAt = (index: number): number => 16 + 8 * index;

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const equals = (value: number, yes: number, no: number): Instruction => [0x15, yes, no, value];
const atLeast = (value: number, yes: number, no: number): Instruction => [0x35, yes, no, value];
const hasBits = (value: number, yes: number, no: number): Instruction => [0x45, yes, no, value];
const fail = (errno: number): Instruction => [0x06, 0, 0, 0x00050000 | errno];
const allow: Instruction = [0x06, 0, 0, 0x7fff0000];

/** Opcode, jump if true, jump if false, operand. */
type Instruction = [number, number, number, number];

export function isFiltered(architecture: string): architecture is Architecture {
  return architecture in audited;
}

/** Calls that nested sandboxes need. */
const forNested = new Set(['setns', 'mount', 'umount2', 'pivot_root', 'open_tree', 'move_mount', 'mount_setattr']);

/**
 * Builds the filter. `userNamespaces`: commands may create user namespaces; bubblewrap from 0.8.0 on can refuse them
 * itself. `nested`: commands may also mount in their namespaces.
 */
export function filterFor(
  architecture: Architecture,
  { userNamespaces, nested = false }: { userNamespaces: boolean; nested?: boolean },
): Buffer {
  const column = architecture === 'x64' ? 0 : 1;
  const onCall = (number: number, body: Instruction[]): Instruction[] => [
    load(numberAt),
    equals(number, 0, body.length),
    ...body,
  ];
  const program: Instruction[] = [
    load(architectureAt),
    equals(audited[architecture], 1, 0),
    fail(ENOSYS),
    load(numberAt),
    ...(architecture === 'x64' ? [atLeast(x32, 0, 1), fail(ENOSYS)] : []),
    ...Object.entries(refused)
      .filter(([name]) => !nested || !(forNested.has(name) || name.startsWith('fs')))
      .flatMap(([, numbers]) => [equals(numbers[column] ?? 0, 0, 1), fail(EPERM)]),
    ...absent.flatMap((number) => [equals(number, 0, 1), fail(ENOSYS)]),
    ...onCall(calls.socket[column] ?? 0, [
      load(argumentAt(0)),
      ...families.map((family, index) => equals(family, families.length - index, 0)),
      fail(EAFNOSUPPORT),
    ]),
    ...onCall(calls.ioctl[column] ?? 0, [
      load(argumentAt(1)),
      ...ioctls.flatMap((request) => [equals(request, 0, 1), fail(EPERM)]),
    ]),
    // process 1 is bubblewrap itself, which has no filter
    ...onCall(calls.ptrace[column] ?? 0, [load(argumentAt(1)), equals(1, 0, 1), fail(EPERM)]),
    ...onCall(calls.process_vm_readv[column] ?? 0, [load(argumentAt(0)), equals(1, 0, 1), fail(EPERM)]),
    ...onCall(calls.process_vm_writev[column] ?? 0, [load(argumentAt(0)), equals(1, 0, 1), fail(EPERM)]),
    ...(userNamespaces
      ? []
      : [
          ...onCall(calls.unshare[column] ?? 0, [load(argumentAt(0)), hasBits(newUserNamespace, 0, 1), fail(EPERM)]),
          ...onCall(calls.clone[column] ?? 0, [load(argumentAt(0)), hasBits(newUserNamespace, 0, 1), fail(EPERM)]),
          // a filter cannot read the flags of clone3 in memory; programs fall back to clone
          ...onCall(clone3, [fail(ENOSYS)]),
        ]),
    allow,
  ];
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(([operation, yes, no, operand], index) => {
    bytes.writeUInt16LE(operation, index * 8);
    bytes.writeUInt8(yes, index * 8 + 2);
    bytes.writeUInt8(no, index * 8 + 3);
    bytes.writeUInt32LE(operand >>> 0, index * 8 + 4);
  });
  return bytes;
}
