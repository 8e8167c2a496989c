// SPDX-License-Identifier: GPL-3.0-or-later
//
// What Swift's Glibc module lacks: functions that it marks unavailable (fork), GNU
// functions (accept4, signalfd, ...), function-like macros (WIFEXITED, CMSG_*), and variables
// that strict concurrency refuses (optarg). Own prototypes, so that nothing depends on which
// feature macros the importer was built with.

#ifndef BRAILLED_CPOSIX_H
#define BRAILLED_CPOSIX_H

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <linux/landlock.h>
#include <linux/memfd.h>
#include <linux/uinput.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

int accept4(int, struct sockaddr *, socklen_t *, int);
int pipe2(int[2], int);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
int pthread_setname_np(pthread_t, const char *);
int posix_openpt(int);
int grantpt(int);
int unlockpt(int);
int ptsname_r(int, char *, size_t);
int pidfd_open(pid_t, unsigned);
int memfd_create(const char *, unsigned);

// The pid, uid and gid of a Unix socket's other end (SO_PEERCRED); -1 with errno on failure.
static inline int cposix_peer(int descriptor, pid_t *pid, uid_t *uid) {
  struct { pid_t pid; uid_t uid; gid_t gid; } credentials;
  socklen_t size = sizeof credentials;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return -1;
  *pid = credentials.pid;
  *uid = credentials.uid;
  return 0;
}

// Whether a Unix socket's other end was in a group when it connected (SO_PEERCRED,
// SO_PEERGROUPS).
static inline int cposix_peer_is_in_group(int descriptor, gid_t group) {
  struct { pid_t pid; uid_t uid; gid_t gid; } credentials;
  socklen_t size = sizeof credentials;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return 0;
  if (credentials.gid == group) return 1;
  gid_t *groups = NULL;
  int found = 0;
  // The first call tells how many there are.
  for (size = 0; getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, groups, &size) != 0;) {
    if (errno != ERANGE || groups != NULL) size = 0;
    if (size == 0 || (groups = malloc(size)) == NULL) break;
  }
  for (size_t i = 0; groups != NULL && i < size / sizeof *groups; i++)
    if (groups[i] == group) found = 1;
  free(groups);
  return found;
}

// fork, for a process with one thread.
static inline pid_t cposix_fork(void) { return fork(); }

// Sends bytes with a descriptor attached (SCM_RIGHTS); -1 with errno on failure.
static inline ssize_t cposix_send_descriptor(
    int descriptor, const void *bytes, size_t count, int attached) {
  union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } control;
  memset(&control, 0, sizeof control);
  struct iovec part = { (void *)bytes, count };
  struct msghdr message = { 0 };
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.space;
  message.msg_controllen = sizeof control.space;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &attached, sizeof(int));
  return sendmsg(descriptor, &message, MSG_NOSIGNAL);
}

// Receives a message; *attached is the descriptor that came with it, close on exec, or -1.
static inline ssize_t cposix_receive_descriptor(
    int descriptor, void *bytes, size_t count, int *attached, int flags) {
  union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } control;
  struct iovec part = { bytes, count };
  struct msghdr message = { 0 };
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.space;
  message.msg_controllen = sizeof control.space;
  *attached = -1;
  ssize_t received = recvmsg(descriptor, &message, flags | MSG_CMSG_CLOEXEC);
  if (received < 0) return received;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
      memcpy(attached, CMSG_DATA(header), sizeof(int));
  }
  return received;
}

// Ends this process when its parent ends (PR_SET_PDEATHSIG); 0 or -1.
static inline int cposix_die_with_parent(int signal) {
  return prctl(PR_SET_PDEATHSIG, (unsigned long)signal, 0UL, 0UL, 0UL);
}

// Sets a limit of this process for good; 0 or -1 with errno.
static inline int cposix_limit(int resource, rlim_t most) {
  struct rlimit limit = { most, most };
  return setrlimit(resource, &limit);
}

// How many descriptors this process may have at once.
static inline int64_t cposix_most_descriptors(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_NOFILE, &limit) == 0 ? (int64_t)limit.rlim_cur : -1;
}

// The version of landlock that the kernel has; -1 if it has none.
static inline long cposix_landlock_version(void) {
  return syscall(
      SYS_landlock_create_ruleset, NULL, (size_t)0, LANDLOCK_CREATE_RULESET_VERSION);
}

// From now on this process and its children open files only to read them, and only beneath a
// folder (landlock(7), of which glibc has no functions); -1 with errno if the kernel cannot. Asks
// for no new privileges first.
static inline int cposix_read_only_beneath(const char *folder) {
  long version = cposix_landlock_version();
  if (version < 1) return -1;
  // What each version of landlock knows; the header may be older than the kernel.
  struct { uint64_t files; } rules = { (UINT64_C(1) << 13) - 1 };
  if (version >= 2) rules.files |= UINT64_C(1) << 13;  // REFER: to link or rename elsewhere
  if (version >= 3) rules.files |= UINT64_C(1) << 14;  // TRUNCATE
  if (version >= 5) rules.files |= UINT64_C(1) << 15;  // IOCTL_DEV
  int set = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0U);
  if (set < 0) return -1;
  int beneath = open(folder, __O_PATH | O_CLOEXEC);
  int failed = 0;
  // A folder that is not there has nothing to be read.
  if (beneath >= 0) {
    struct landlock_path_beneath_attr rule;
    memset(&rule, 0, sizeof rule);
    rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
    rule.parent_fd = beneath;
    failed = syscall(SYS_landlock_add_rule, set, LANDLOCK_RULE_PATH_BENEATH, &rule, 0U) != 0;
    close(beneath);
  }
  failed = failed || syscall(SYS_landlock_restrict_self, set, 0U) != 0;
  int error = errno;
  close(set);
  errno = error;
  return failed ? -1 : 0;
}

// No program that this process or its children start gets more rights than it has (execve(2)).
static inline int cposix_no_new_privileges(void) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL);
}

// Lets nobody have this process's memory but root: no core, no debugger (PR_SET_DUMPABLE).
static inline int cposix_not_dumpable(void) {
  return prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL);
}

// Whether this program was built with the address or the thread sanitizer.
extern void __asan_init(void) __attribute__((weak));
extern void __tsan_init(void) __attribute__((weak));
static inline int cposix_sanitized(void) { return &__asan_init != NULL || &__tsan_init != NULL; }

// The CPU time that a process has used, in ns; -1 if it cannot be told.
static inline int64_t cposix_cpu_time(pid_t pid) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return -1;
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// How many columns and rows a terminal has; -1 if it is none.
static inline int cposix_terminal_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

// Wait statuses, which are function-like macros in C.
static inline int cposix_exited(int status) { return WIFEXITED(status); }
static inline int cposix_exit_status(int status) { return WEXITSTATUS(status); }
static inline int cposix_signalled(int status) { return WIFSIGNALED(status); }
static inline int cposix_signal(int status) { return WTERMSIG(status); }

// A new keyboard of the kernel's that has the keys of these codes; -1 with errno on failure.
static inline int cposix_keyboard(const char *path, const char *name,
                                  const uint16_t *codes, size_t count) {
  int descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return -1;
  struct uinput_setup setup;
  memset(&setup, 0, sizeof setup);
  setup.id.bustype = BUS_VIRTUAL;
  strncpy(setup.name, name, sizeof setup.name - 1);
  int failed = ioctl(descriptor, UI_SET_EVBIT, EV_KEY) < 0;
  for (size_t i = 0; i < count && !failed; i++)
    failed = ioctl(descriptor, UI_SET_KEYBIT, (int)codes[i]) < 0;
  failed = failed || ioctl(descriptor, UI_DEV_SETUP, &setup) < 0 ||
           ioctl(descriptor, UI_DEV_CREATE) < 0;
  if (!failed) return descriptor;
  int error = errno;
  close(descriptor);
  errno = error;
  return -1;
}

// Presses a key of it down (1) or lets it go (0); -1 with errno on failure.
static inline int cposix_keyboard_key(int descriptor, uint16_t code, int down) {
  struct input_event events[2];
  memset(events, 0, sizeof events);
  events[0].type = EV_KEY;
  events[0].code = code;
  events[0].value = down;
  events[1].type = EV_SYN;
  events[1].code = SYN_REPORT;
  return write(descriptor, events, sizeof events) == (ssize_t)sizeof events ? 0 : -1;
}

// getopt's variables, which strict concurrency does not let Swift touch.
static inline const char *cposix_optarg(void) { return optarg; }
static inline int cposix_optind(void) { return optind; }
static inline void cposix_getopt_restart(void) { optind = 0; }

#endif
