// Only for builds with ThreadSanitizer. Debian's librdkafka uses C11 threads, which the sanitizer does not intercept:
// it does not see these threads and locks, and crashes. These definitions replace the C library's and implement the
// same functions with pthreads, which the sanitizer intercepts. (In glibc a mtx_t is a pthread_mutex_t and a cnd_t a
// pthread_cond_t.)

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t), "a mtx_t is a pthread_mutex_t");
_Static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t), "a cnd_t is a pthread_cond_t");
_Static_assert(sizeof(thrd_t) == sizeof(pthread_t), "a thrd_t is a pthread_t");

static int to_c11(int error) {
  switch (error) {
    case 0:
      return thrd_success;
    case ENOMEM:
      return thrd_nomem;
    case ETIMEDOUT:
      return thrd_timedout;
    case EBUSY:
      return thrd_busy;
    default:
      return thrd_error;
  }
}

struct start {
  thrd_start_t run;
  void* argument;
};

static void* run_thread(void* owned) {
  struct start start = *(struct start*)owned;
  free(owned);
  return (void*)(intptr_t)start.run(start.argument);
}

int thrd_create(thrd_t* thread, thrd_start_t run, void* argument) {
  struct start* start = malloc(sizeof *start);
  if (start == NULL) {
    return thrd_nomem;
  }
  start->run = run;
  start->argument = argument;
  int error = pthread_create((pthread_t*)thread, NULL, run_thread, start);
  if (error != 0) {
    free(start);
  }
  return to_c11(error);
}

int thrd_join(thrd_t thread, int* result) {
  void* value = NULL;
  int error = pthread_join((pthread_t)thread, &value);
  if (result != NULL) {
    *result = (int)(intptr_t)value;
  }
  return to_c11(error);
}

int thrd_detach(thrd_t thread) {
  return to_c11(pthread_detach((pthread_t)thread));
}
thrd_t thrd_current(void) {
  return (thrd_t)pthread_self();
}

int mtx_init(mtx_t* mutex, int type) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, (type & mtx_recursive) != 0 ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
  int error = pthread_mutex_init((pthread_mutex_t*)mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  return to_c11(error);
}

void mtx_destroy(mtx_t* mutex) {
  pthread_mutex_destroy((pthread_mutex_t*)mutex);
}
int mtx_lock(mtx_t* mutex) {
  return to_c11(pthread_mutex_lock((pthread_mutex_t*)mutex));
}
int mtx_trylock(mtx_t* mutex) {
  return to_c11(pthread_mutex_trylock((pthread_mutex_t*)mutex));
}
int mtx_unlock(mtx_t* mutex) {
  return to_c11(pthread_mutex_unlock((pthread_mutex_t*)mutex));
}

int cnd_init(cnd_t* condition) {
  return to_c11(pthread_cond_init((pthread_cond_t*)condition, NULL));
}
void cnd_destroy(cnd_t* condition) {
  pthread_cond_destroy((pthread_cond_t*)condition);
}
int cnd_signal(cnd_t* condition) {
  return to_c11(pthread_cond_signal((pthread_cond_t*)condition));
}
int cnd_broadcast(cnd_t* condition) {
  return to_c11(pthread_cond_broadcast((pthread_cond_t*)condition));
}

int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  return to_c11(pthread_cond_wait((pthread_cond_t*)condition, (pthread_mutex_t*)mutex));
}

int cnd_timedwait(cnd_t* restrict condition, mtx_t* restrict mutex, const struct timespec* restrict until) {
  return to_c11(pthread_cond_timedwait((pthread_cond_t*)condition, (pthread_mutex_t*)mutex, until));
}
