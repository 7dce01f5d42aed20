package Pitwall::Counter;
use Mojo::Base -base, -signatures;

use Fcntl      qw(O_APPEND O_CREAT O_RDWR SEEK_CUR SEEK_SET);
use List::Util qw(sum0);

# Counts the requests of all workers: each writes its own count to its place in a file that they share, before the
# request is answered, and the total is the sum of all places. No worker waits for another.

use constant WIDTH => 8;

has 'file';

sub add ($self) {
  my $place = $self->{place} //= $self->_join;
  sysseek $self->{handle}, $place, SEEK_SET;
  syswrite $self->{handle}, pack 'Q', ++$self->{count};
}

sub total ($self) {
  sysseek $self->{handle}, 0, SEEK_SET;
  sysread $self->{handle}, my $counts, -s $self->{handle};
  return sum0 unpack 'Q*', $counts;
}

# A worker, at its first request, adds a place of its own. The place of one that died keeps its count.
sub _join ($self) {
  sysopen my $end, $self->file, O_RDWR | O_CREAT | O_APPEND or die "requests: $!";
  syswrite $end, pack 'Q', 0;
  open $self->{handle}, '+<:raw', $self->file or die "requests: $!";
  return sysseek($end, 0, SEEK_CUR) - WIDTH;
}

1;
